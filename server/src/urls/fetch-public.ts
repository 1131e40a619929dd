import type { IncomingMessage } from 'node:http';
import { getDomain } from 'tldts';
import { isWorthReading, refreshTarget } from './refresh.ts';
import {
  type FetchedPage,
  type FetchFailure,
  FetchFault,
  requestOnce,
  type Target,
  readBody,
} from './one-request.ts';
import {
  isPublicAddress,
  isPublicHost,
  isUsualPort,
  literalOf,
  NamesAway,
  publicNames,
  type ResolveHost,
  systemNames,
} from './public-address.ts';
import { createSlots, NoSlot } from './slots.ts';

const fetchLimits = {
  totalMs: 5_000,
  redirects: 5,
  bodyBytes: 512 * 1024,
  pictureBytes: 5 * 1024 * 1024,
  noteBytes: 4 * 1024,
  slots: { total: 24, perKey: 4, waiting: 200 },
};

/** Returns one worker's share, so that several workers open no more connections to a site. */
export function fetchSlotsOf(workers: number): typeof fetchLimits.slots {
  const share = (of: number) => Math.max(1, Math.floor(of / workers));
  const { total, perKey, waiting } = fetchLimits.slots;
  return { total: share(total), perKey: share(perKey), waiting: share(waiting) };
}

const ADDRESSES_TRIED = 8;
const PAGE_ACCEPTED = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1';
const PICTURE_ACCEPTED = 'image/webp,image/png,image/jpeg,image/svg+xml,image/gif;q=0.9,*/*;q=0.1';
const NOTE_ACCEPTED = 'text/plain,*/*;q=0.1';
const MANIFEST_ACCEPTED = 'application/manifest+json,application/json;q=0.9,*/*;q=0.1';
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const DEMO_ADDRESS = '127.0.0.1';

export interface FetchRules {
  allowsPrivateUrls: boolean;
  /** Origin of the demo apps, which this process serves on loopback. */
  demoUrl: string | undefined;
}

/** Tests set all fields except `slots`. They cannot make a private address public. */
export interface Wires {
  slots?: typeof fetchLimits.slots;
  resolve?: ResolveHost;
  dial?: (target: Target) => Target;
  limits?: Partial<typeof fetchLimits>;
}

export type FetchResult = { page: FetchedPage; failure: null } | { page: null; failure: FetchFailure };

/** `page` follows redirects within the page. Files of any type are read up to their limit. */
type FetchKind = 'page' | 'picture' | 'manifest' | 'note';

/** Fetches an untrusted address. Never throws. */
export type FetchPublic = (url: string, wanted?: FetchKind) => Promise<FetchResult>;

const nothingRead = { body: Buffer.alloc(0), isWhole: true, isBroken: false };

function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(new FetchFault('timed_out'));
  signal.addEventListener('abort', () => reject(new FetchFault('timed_out')), { once: true });
  return Promise.race([work, promise]);
}

/** Returns where a response redirects to, or undefined if it is no redirect. Throws for an unusable address. */
function nextHop({ statusCode = 0, headersDistinct }: IncomingMessage, from: URL): URL | undefined {
  const [location, ...others] = new Set(headersDistinct['location']);
  if (!REDIRECTS.has(statusCode)) return undefined;
  if (others.length > 0) throw new FetchFault('bad_redirect');
  if (!location) return undefined;
  const next = URL.parse(Buffer.from(location, 'latin1').toString('utf8'), from.href);
  if (!next) throw new FetchFault('bad_redirect');
  return next;
}

const readingOf = ({ bodyBytes, pictureBytes, noteBytes }: typeof fetchLimits) => ({
  page: { accept: PAGE_ACCEPTED, bytes: bodyBytes },
  picture: { accept: PICTURE_ACCEPTED, bytes: pictureBytes },
  manifest: { accept: MANIFEST_ACCEPTED, bytes: bodyBytes },
  note: { accept: NOTE_ACCEPTED, bytes: noteBytes },
});

/** Returns the addresses of the host. Throws FetchFault if one of them, or the port, is not public. */
async function addressesOf(
  url: URL,
  signal: AbortSignal,
  { rules, resolve }: { rules: FetchRules; resolve: NonNullable<Wires['resolve']> },
): Promise<string[]> {
  if (url.origin === rules.demoUrl) return [DEMO_ADDRESS];
  if (!rules.allowsPrivateUrls) {
    if (!isUsualPort(url)) throw new FetchFault('port_refused');
    if (!isPublicHost(url.hostname)) throw new FetchFault('not_public');
  }
  const literal = literalOf(url.hostname);
  if (literal !== undefined) return [literal];
  const addresses = await inTime(resolve(url.hostname), signal).catch((error: unknown) => {
    if (error instanceof FetchFault) throw error;
    throw new FetchFault(error instanceof NamesAway ? 'busy' : 'name_not_found', error);
  });
  if (!rules.allowsPrivateUrls && !addresses.every(isPublicAddress)) throw new FetchFault('not_public');
  return addresses;
}

/** The only function that fetches submitted addresses. The socket connects to the checked addresses. */
export function createFetchPublic(rules: FetchRules, userAgent: string, wires: Wires = {}): FetchPublic {
  const limits = { ...fetchLimits, ...(wires.slots && { slots: wires.slots }), ...wires.limits };
  const reading = readingOf(limits);
  const resolve = wires.resolve ?? (rules.allowsPrivateUrls ? systemNames : publicNames());
  const dial = wires.dial ?? ((target) => target);
  const slots = createSlots(limits.slots);

  const hop = async (url: URL, wanted: FetchKind, signal: AbortSignal): Promise<FetchedPage | URL> => {
    const addresses = (await addressesOf(url, signal, { rules, resolve })).slice(0, ADDRESSES_TRIED);
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    const { accept, bytes } = reading[wanted];
    const response = await requestOnce(url, dial({ addresses, port }), { signal, userAgent, accept });
    try {
      const next = nextHop(response, url);
      if (next) return next;
      const headers = response.headersDistinct;
      const isRead = wanted !== 'page' || isWorthReading(headers);
      const { body, isWhole, isBroken } = isRead ? await readBody(response, bytes) : nothingRead;
      if (isBroken && wanted !== 'page') throw new FetchFault('connection_failed');
      return { url: url.href, status: response.statusCode ?? 0, headers, body, isWhole, passed: [] };
    } finally {
      response.destroy();
    }
  };

  const follow = async (start: string, wanted: FetchKind, signal: AbortSignal): Promise<FetchedPage> => {
    const passed: FetchedPage[] = [];
    let url = URL.parse(start);
    if (!url) throw new FetchFault('not_http');
    for (let hops = 0; hops <= limits.redirects; hops += 1) {
      const at: URL = url;
      if (at.protocol !== 'http:' && at.protocol !== 'https:') throw new FetchFault('not_http');
      if (at.username !== '' || at.password !== '') throw new FetchFault('has_credentials');
      const site = getDomain(at.hostname) ?? at.hostname;
      const result: FetchedPage | URL = await slots.run(site, signal, () => hop(at, wanted, signal));
      if (result instanceof URL) {
        url = result;
        continue;
      }
      const next = wanted === 'page' ? refreshTarget(result) : null;
      if (!next || passed.some((page) => page.url === next.href)) return { ...result, passed };
      passed.push(result);
      url = next;
    }
    throw new FetchFault('too_many_redirects');
  };

  return async (url, wanted = 'page') => {
    try {
      return { page: await follow(url, wanted, AbortSignal.timeout(limits.totalMs)), failure: null };
    } catch (error) {
      if (error instanceof NoSlot) return { page: null, failure: 'busy' };
      if (error instanceof FetchFault) return { page: null, failure: error.failure };
      throw error;
    }
  };
}
