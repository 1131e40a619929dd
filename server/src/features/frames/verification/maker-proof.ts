import { VERIFY_PATH, type VerificationFinding } from '@zapdeck/contract/frames/verification';
import type { FetchPublic, FetchResult } from '../../../urls/fetch-public.ts';
import type { FetchedPage } from '../../../urls/one-request.ts';
import { hasVerifyLine, hasVerifyTag } from '../../../urls/page-head.ts';

/** The page does not exist. Any other failure may be temporary. */
const NOT_THERE = new Set([404, 410]);

const isSuccess = ({ status }: FetchedPage) => status >= 200 && status < 300;

function isOfHost(page: FetchedPage, address: URL): boolean {
  const at = new URL(page.url);
  return at.host === address.host && (at.protocol === address.protocol || at.protocol === 'https:');
}

/** Only pages of the host itself count. A redirect leads to a page of another owner. */
function findingOf(
  { page }: FetchResult,
  address: URL,
  has: (shown: FetchedPage) => boolean,
): VerificationFinding {
  if (!page) return 'unreachable';
  const own = [...page.passed, page].filter((shown) => isOfHost(shown, address));
  if (own.some((shown) => isSuccess(shown) && has(shown))) return 'found';
  if (own.length === 0) return 'other_host';
  return own.every((shown) => isSuccess(shown) || NOT_THERE.has(shown.status)) ? 'missing' : 'unreachable';
}

interface ProofSearch {
  url: string;
  token: string;
  result: FetchResult;
}

/** Looks for the token. Fails only if page and file have answered. Returns null if this server was too busy. */
export async function lookForProof(
  { url, token, result }: ProofSearch,
  fetchPublic: FetchPublic,
): Promise<VerificationFinding | null> {
  const address = new URL(url);
  const ofPage = findingOf(result, address, (page) => hasVerifyTag(page, token));
  if (ofPage === 'found' || result.failure !== null) return ofPage;
  const file = await fetchPublic(new URL(VERIFY_PATH, address).href, 'note');
  if (file.failure === 'busy') return null;
  const ofFile = findingOf(file, address, (page) => hasVerifyLine(page, token));
  return ofFile === 'found' || ofFile === 'unreachable' ? ofFile : ofPage;
}
