import { VERIFY_PATH, type VerificationFinding } from '@zapdeck/contract/verification';
import type { FetchedPage, FetchPublic, FetchResult } from '../../../urls/fetch-public.ts';
import { hasVerifyLine, hasVerifyTag } from '../../../urls/verify-tokens.ts';

/** What these say is that there is no such page; every other failure may be of the moment. */
const NOT_THERE = new Set([404, 410]);

const isSuccess = ({ status }: FetchedPage) => status >= 200 && status < 300;

/** Whether the page was shown by the host of the address itself, as safely as that says. */
function isOfHost(page: FetchedPage, address: URL): boolean {
  const at = new URL(page.url);
  return at.host === address.host && (at.protocol === address.protocol || at.protocol === 'https:');
}

/** A host is asked by its own answers: where it sends its reader elsewhere, what stands there is somebody else's. */
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

interface Asked {
  url: string;
  token: string;
  /** What a look at the address has brought. */
  result: FetchResult;
}

/**
 * Looks for the token in the head of the app's page, as it was fetched, and then in the file of its host. `missing` and
 * `other_host` only where both have answered; null when we were too busy to look.
 */
export async function lookForProof(
  { url, token, result }: Asked,
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
