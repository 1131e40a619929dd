import type { FetchedPage, HeaderLines } from './fetch-public.ts';
import { allowsEmbedder, frameAncestorsOf } from './frame-ancestors.ts';

const NO_CONTENT = new Set([204, 205]);
const FRAME_OPTIONS = new Set(['deny', 'sameorigin', 'allowall']);

export interface FrameVerdict {
  status: 'ok' | 'refused';
  /** For admins: what stands in the way. */
  reason: string | null;
}

const fine: FrameVerdict = { status: 'ok', reason: null };
const refused = (reason: string): FrameVerdict => ({ status: 'refused', reason });

function byFrameOptions(lines: readonly string[]): FrameVerdict {
  const values = new Set(lines.flatMap((line) => line.split(',')).map((value) => value.trim().toLowerCase()));
  const [only] = values;
  if (values.size > 1 && [...values].some((value) => FRAME_OPTIONS.has(value)))
    return refused('X-Frame-Options says several things at once');
  if (values.size === 1 && (only === 'deny' || only === 'sameorigin'))
    return refused(`X-Frame-Options: ${only}`);
  return fine;
}

function isAttachment(headers: HeaderLines): boolean {
  return /^\s*attachment\s*(;|$)/i.test(headers['content-disposition']?.[0] ?? '');
}

/**
 * Whether browsers show the page in a frame on our origin, judged by its final response as Chromium judges it; security,
 * "Will it frame?". `frame-cases.fixture.ts` holds the cases that were compared.
 */
export function frameVerdict(
  { url, status, headers }: Pick<FetchedPage, 'url' | 'status' | 'headers'>,
  publicUrl: string,
): FrameVerdict {
  const [page, embedder] = [new URL(url), new URL(publicUrl)];
  if (page.protocol === 'http:' && embedder.protocol === 'https:') return refused('The page is not on https');
  if (NO_CONTENT.has(status)) return refused(`The page is empty (status ${status})`);
  if (isAttachment(headers)) return refused('The page is a download');
  const policies = frameAncestorsOf(headers['content-security-policy'] ?? []);
  const pageScheme = page.protocol.slice(0, -1);
  const barring = policies.find((sources) => !allowsEmbedder(sources, embedder, pageScheme));
  if (barring) return refused(`Content-Security-Policy: frame-ancestors ${barring.join(' ')}`);
  if (policies.length > 0) return fine;
  return byFrameOptions(headers['x-frame-options'] ?? []);
}
