import { type IncomingMessage, request } from 'node:http';
import { connect as connectPlain, type LookupFunction, isIP } from 'node:net';
import { checkServerIdentity, connect as connectSecure } from 'node:tls';
import { FetchFault } from './fetch-failure.ts';
import { literalOf } from './public-address.ts';
import { ACCEPT_ENCODING } from './read-body.ts';

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

/** Sends no cookies and follows no redirect. The caller reads or destroys the body. Rejects with FetchFault. */
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
