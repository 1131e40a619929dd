import { createServer, type IncomingMessage, type Server } from 'node:http';
import { Socket } from 'node:net';
import { answerBrokenRequest, refuseConnection, refuseRequest } from './broken-request.ts';
import { countRequests } from './finish-requests.ts';
import { type Handler, RequestQueue } from './request-queue.ts';
import { wrongMethod } from './other-methods.ts';
import { Refusal } from './refusal.ts';

export interface Patience {
  headersMs: number;
  /** The largest upload on a slow line. */
  requestMs: number;
  /** Maximum time without traffic. Closes connections of clients that never read. Long calls set their own. */
  idleMs: number;
  checkMs: number;
  /** Maximum number of requests that wait on a connection while one is answered. */
  waitingMax: number;
}

export const PATIENCE: Patience = {
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 60_000,
  checkMs: 1_000,
  waitingMax: 16,
};

const VERSIONS = new Set(['1.0', '1.1']);
/** Longer than the keep-alive timeout of proxies, so that none sends into a connection that is being closed. */
const KEEP_ALIVE_MS = 72_000;

/** HTTP/1.1 requires exactly one Host header. With two, a proxy may have used the other. */
function hasOneHost({ httpVersion, headersDistinct }: IncomingMessage): boolean {
  const hosts = headersDistinct['host']?.length ?? 0;
  return httpVersion === '1.0' ? hosts <= 1 : hosts === 1;
}

/** Returns false if a proxy may see another end of the body (RFC 9112, section 6.1). Node rejects all other cases. */
function hasPlainFraming({ httpVersion, headers }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  return coding === undefined || (httpVersion === '1.1' && coding.toLowerCase() === 'chunked');
}

function faultOf(request: IncomingMessage): string | undefined {
  if (!VERSIONS.has(request.httpVersion)) return 'This server speaks HTTP/1.1 and HTTP/1.0.';
  if (!hasOneHost(request)) return 'A request needs exactly one Host header.';
  if (!hasPlainFraming(request)) return 'A body needs Content-Length or, in HTTP/1.1, chunked encoding.';
  return undefined;
}

export function httpServerFactory(
  headers: Readonly<Record<string, string>>,
  patience = PATIENCE,
): (handler: Handler) => Server {
  const options = {
    headersTimeout: patience.headersMs,
    requestTimeout: patience.requestMs,
    connectionsCheckingInterval: patience.checkMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requireHostHeader: false,
  };
  const refuse =
    (refusal: Refusal): Handler =>
    (_request, response) =>
      refuseRequest(response, refusal, headers);
  const refuseExpectation = refuse(new Refusal('expectation_failed'));

  return (handler) => {
    const server = createServer(options);
    countRequests(server);
    const queue = new RequestQueue(patience.waitingMax);
    const checked: Handler = (request, response) => {
      const message = faultOf(request);
      const handle = message === undefined ? handler : refuse(new Refusal('invalid_input', { message }));
      handle(request, response);
    };
    server.on('request', queue.wrap(checked));
    server.setTimeout(patience.idleMs);
    server.on('checkExpectation', queue.wrap(refuseExpectation));
    server.on('clientError', (error, socket) => {
      if (socket instanceof Socket)
        answerBrokenRequest(error, socket, { headers, hasResponded: queue.hasResponded(socket) });
    });
    server.on('connect', (_request, socket) => {
      if (socket instanceof Socket) refuseConnection(socket, wrongMethod(['GET', 'HEAD']), headers);
    });
    return server;
  };
}
