import { type IncomingMessage, request } from 'node:http';
import { connect as connectPlain, type LookupFunction, isIP } from 'node:net';
import { checkServerIdentity, connect as connectSecure } from 'node:tls';
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { literalOf } from './public-address.ts';

/** All lines of each header, by lower-case name. */
export type HeaderLines = Readonly<Record<string, readonly string[] | undefined>>;

export interface FetchedPage {
  url: string;
  status: number;
  headers: HeaderLines;
  body: Buffer;
  isWhole: boolean;
  /** Earlier pages that redirected by themselves (`Refresh`), in order. */
  passed: readonly FetchedPage[];
}

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const ACCEPT_ENCODING = 'gzip, deflate, br';

async function* atMost(
  stream: AsyncIterable<Buffer>,
  max: number,
  onMore: () => void,
): AsyncGenerator<Buffer> {
  let left = max;
  for await (const chunk of stream) {
    if (chunk.length > left) onMore();
    if (left > 0) yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left < 0) return;
  }
}

interface ReadBody {
  body: Buffer;
  isWhole: boolean;
  /** True if the body is incomplete or could not be decompressed. */
  isBroken: boolean;
}

/** Reads the body as far as possible if it is incomplete or has an unknown encoding. */
export async function readBody(response: IncomingMessage, max: number): Promise<ReadBody> {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() || 'identity';
  const decoder = decoders[encoding]?.();
  if (!decoder && encoding !== 'identity') return { body: Buffer.alloc(0), isWhole: true, isBroken: false };
  let isWhole = true;
  let isBroken = false;
  const onMore = () => (isWhole = false);
  const wire = atMost(response, max, onMore);
  const chunks: Buffer[] = [];
  try {
    const plain: AsyncIterable<Buffer> = decoder ? pipeline(wire, decoder, () => undefined) : wire;
    for await (const chunk of atMost(plain, max, onMore)) chunks.push(chunk);
  } catch {
    isBroken = isWhole;
  } finally {
    decoder?.destroy();
    response.destroy();
  }
  return { body: Buffer.concat(chunks), isWhole, isBroken };
}

/** Zapdeck itself refuses the first four, at any hop. `busy`: no slot was free or no name server answered. */
export type FetchFailure =
  | 'not_http'
  | 'has_credentials'
  | 'port_refused'
  | 'not_public'
  | 'name_not_found'
  | 'connection_failed'
  | 'bad_tls'
  | 'bad_response'
  | 'bad_redirect'
  | 'too_many_redirects'
  | 'timed_out'
  | 'busy';

export class FetchFault extends Error {
  override name = 'FetchFault';
  readonly failure: FetchFailure;

  constructor(failure: FetchFailure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}

const HEADERS_MAX_BYTES = 64 * 1024;
/** Not an IP address, so that Node calls the lookup below. */
const PINNED = 'pinned.invalid';

export interface Target {
  addresses: readonly string[];
  port: number;
}

function pinnedTo(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, _options, callback) => callback(null, answers);
}

function openSocket(url: URL, { addresses, port }: Target) {
  const options = { host: PINNED, port, lookup: pinnedTo(addresses), autoSelectFamily: true };
  if (url.protocol === 'http:') return connectPlain(options);
  const literal = literalOf(url.hostname);
  const name = literal ?? url.hostname;
  return connectSecure({
    ...options,
    servername: literal === undefined ? name : '',
    checkServerIdentity: (_pinned, certificate) => checkServerIdentity(name, certificate),
    ALPNProtocols: ['http/1.1'],
  });
}

interface RequestOptions {
  signal: AbortSignal;
  userAgent: string;
  accept: string;
}

/** Sends one request without cookies or redirects. The caller reads or destroys the body. Rejects with FetchFault. */
export function requestOnce(
  url: URL,
  target: Target,
  { signal, userAgent, accept }: RequestOptions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let isUnproven = false;
    const outgoing = request({
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      maxHeaderSize: HEADERS_MAX_BYTES,
      insecureHTTPParser: false,
      headers: {
        host: url.host,
        'user-agent': userAgent,
        accept,
        'accept-language': 'en',
        'accept-encoding': ACCEPT_ENCODING,
        'upgrade-insecure-requests': '1',
        connection: 'close',
      },
      signal,
      createConnection: () => {
        const socket = openSocket(url, target);
        if (url.protocol === 'https:') {
          socket.once('connect', () => (isUnproven = true));
          socket.once('secureConnect', () => (isUnproven = false));
        }
        return socket;
      },
    });
    outgoing.once('response', resolve);
    // A frame cannot show a page that switches protocols.
    outgoing.once('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new FetchFault('bad_response'));
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (signal.aborted) return reject(new FetchFault('timed_out', error));
      if (error.code?.startsWith('HPE_')) return reject(new FetchFault('bad_response', error));
      const isBadTls = isUnproven && error.code !== 'ECONNRESET';
      reject(new FetchFault(isBadTls ? 'bad_tls' : 'connection_failed', error));
    });
    outgoing.end();
  });
}
