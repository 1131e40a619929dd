import type { FrameReason } from '@zapdeck/contract/frames/frame-reasons';
import { isShownByType, mimeTypeOf } from './refresh.ts';
import type { FetchedPage, HeaderLines } from './one-request.ts';

const DIRECTIVE = 'frame-ancestors';
const HOST_SOURCE =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?)(?::(\d+|\*))?(?:\/(.*))?$/;
const SCHEME_SOURCE = /^([a-z][a-z0-9+.-]*):$/;
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;

const portOf = (url: URL) => Number(url.port) || (url.protocol === 'https:' ? 443 : 80);

function isSchemeAllowed(allowed: string, scheme: string): boolean {
  return allowed === scheme || (allowed === 'http' && scheme === 'https');
}

function isPortAllowed(allowed: string | undefined, embedder: URL): boolean {
  const port = portOf(embedder);
  if (allowed === '*') return true;
  if (allowed === undefined) return embedder.port === '';
  return Number(allowed) === port || (Number(allowed) === 80 && port === 443);
}

function isSourceMatch(source: string, embedder: URL, page: string): boolean {
  const scheme = embedder.protocol.slice(0, -1);
  if (source === '*') return true;
  const schemeSource = SCHEME_SOURCE.exec(source);
  if (schemeSource) return isSchemeAllowed(schemeSource[1] ?? '', scheme);
  const hostSource = HOST_SOURCE.exec(source);
  if (!hostSource) return false;
  const [, allowedScheme = page, host = '', port, path] = hostSource;
  if (!isSchemeAllowed(allowedScheme, scheme) || !isPortAllowed(port, embedder) || path) return false;
  if (host === '*') return true;
  if (IPV4.test(embedder.hostname)) return false;
  return host.startsWith('*.') ? embedder.hostname.endsWith(host.slice(1)) : embedder.hostname === host;
}

/** Only the first directive of a policy counts. */
function frameAncestorsOf(headers: readonly string[]): string[][] {
  const policies = headers.flatMap((line) => line.split(','));
  return policies.flatMap((policy) => {
    const directives = policy.split(';').map((directive) =>
      directive
        .trim()
        .toLowerCase()
        .split(/[\t\n\f\r ]+/),
    );
    const found = directives.find(([name]) => name === DIRECTIVE);
    return found ? [found.slice(1)] : [];
  });
}

function allowsEmbedder(sources: readonly string[], embedder: URL, pageScheme: string): boolean {
  return sources.some((source) => isSourceMatch(source, embedder, pageScheme));
}

const NO_CONTENT = new Set([204, 205, 304]);
const PROXY_AUTHENTICATION = 407;
const FRAME_OPTIONS = new Set(['deny', 'sameorigin', 'allowall']);

interface FrameVerdict {
  status: 'ok' | 'refused';
  reason: FrameReason | null;
}

const fine: FrameVerdict = { status: 'ok', reason: null };
const refused = (reason: FrameReason): FrameVerdict => ({ status: 'refused', reason });

function byFrameOptions(lines: readonly string[]): FrameVerdict {
  const values = new Set(lines.flatMap((line) => line.split(',')).map((value) => value.trim().toLowerCase()));
  const [only] = values;
  if (values.size > 1 && [...values].some((value) => FRAME_OPTIONS.has(value)))
    return refused({ code: 'frame_options_conflict' });
  if (values.size === 1 && (only === 'deny' || only === 'sameorigin'))
    return refused({ code: 'frame_options', value: only });
  return fine;
}

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const COMMA_OUTSIDE_QUOTES = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/;

function dispositionsOf(headers: HeaderLines): string[] {
  const lines = headers['content-disposition'] ?? [];
  return [...new Set(lines.flatMap((line) => line.split(COMMA_OUTSIDE_QUOTES)).map((entry) => entry.trim()))];
}

/** The word before the first semicolon decides. Invalid words are ignored. */
function isSaved(disposition: string): boolean {
  const [kind = ''] = disposition.split(';', 1);
  return TOKEN.test(kind.trim()) && kind.trim().toLowerCase() !== 'inline';
}

function ofResponse({ status, headers, body }: JudgedPage): FrameVerdict {
  if (NO_CONTENT.has(status)) return refused({ code: 'no_content', status });
  if (status === PROXY_AUTHENTICATION) return refused({ code: 'proxy_authentication' });
  const dispositions = dispositionsOf(headers);
  if (dispositions.length > 1) return refused({ code: 'disposition_conflict' });
  if (dispositions.some(isSaved)) return refused({ code: 'attachment' });
  if (isShownByType({ headers, body })) return fine;
  return refused({ code: 'download', type: mimeTypeOf(headers) || null });
}

type JudgedPage = Pick<FetchedPage, 'url' | 'status' | 'headers' | 'body'>;

/** Decides as Chromium does. See `frame-cases.fixture.ts`. */
export function frameVerdict(judged: JudgedPage, publicUrl: string): FrameVerdict {
  const { url, headers } = judged;
  const [page, embedder] = [new URL(url), new URL(publicUrl)];
  if (page.protocol === 'http:' && embedder.protocol === 'https:') return refused({ code: 'not_https' });
  const byResponse = ofResponse(judged);
  if (byResponse.status === 'refused') return byResponse;
  const policies = frameAncestorsOf(headers['content-security-policy'] ?? []);
  const pageScheme = page.protocol.slice(0, -1);
  const barring = policies.find((sources) => !allowsEmbedder(sources, embedder, pageScheme));
  if (barring) return refused({ code: 'frame_ancestors', sources: [...barring] });
  if (policies.length > 0) return fine;
  return byFrameOptions(headers['x-frame-options'] ?? []);
}
