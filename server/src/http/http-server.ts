import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '@zapdeck/contract/wire/errors';
import { DEFAULT_LANGUAGE } from '@zapdeck/contract/wire/languages';
import type { FastifyInstance } from 'fastify';
import { wrongMethod } from './addresses.ts';
import { Refusal } from './refusal.ts';
import { errorBody } from './error-handler.ts';

const codes: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
};

const HEAD = 'HEAD ';

type Headers = Readonly<Record<string, string>>;

/** In English, because a broken request names no trusted language. */
function refusalMessageOf(refusal: Refusal, headers: Headers): { headers: Headers; body: string } {
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(refusal, requestId, DEFAULT_LANGUAGE));
  return {
    headers: {
      ...headers,
      ...refusal.headers,
      'x-request-id': requestId,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    },
    body,
  };
}

function refuseRequest(response: ServerResponse, refusal: Refusal, common: Headers): void {
  const { headers, body } = refusalMessageOf(refusal, common);
  response.writeHead(refusal.status, headers).end(body);
}

function refuseConnection(socket: Socket, refusal: Refusal, common: Headers, isHead = false): void {
  const { headers, body } = refusalMessageOf(refusal, common);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`;
  socket.write(`${status}\r\n${lines.join('\r\n')}\r\n\r\n${isHead ? '' : body}`);
  socket.destroySoon();
}

/** If another response has begun (`hasResponded`), only closes the connection. */
function answerBrokenRequest(
  { code, rawPacket }: Error & { code?: string; rawPacket?: Buffer },
  socket: Socket,
  { headers, hasResponded }: { headers: Headers; hasResponded: boolean },
): void {
  if (socket.destroyed || socket.writableEnded) return;
  socket.pause();
  if (code === 'ECONNRESET' || hasResponded) return socket.destroySoon();
  const isHead = rawPacket?.toString('latin1', 0, HEAD.length) === HEAD;
  refuseConnection(socket, new Refusal(codes[code ?? ''] ?? 'invalid_input'), headers, isHead);
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Entry {
  request: IncomingMessage;
  response: ServerResponse;
  handler: Handler;
}

interface Connection {
  current: ServerResponse;
  waiting: Entry[];
}

/** Starts a request only after the previous response was sent, so a client that never reads costs one response. */
export class RequestQueue {
  readonly #connections = new WeakMap<Socket, Connection>();
  readonly #waitingMax: number;

  /** Closes connections with more than `waitingMax` pipelined requests. Browsers do not pipeline. */
  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax;
  }

  wrap(handler: Handler): Handler {
    return (request, response) => this.#add(request.socket, { request, response, handler });
  }

  hasResponded(socket: Socket): boolean {
    return this.#connections.get(socket)?.current.headersSent === true;
  }

  #add(socket: Socket, entry: Entry): void {
    const connection = this.#connections.get(socket);
    if (!connection) this.#start(socket, entry, []);
    // Node passes on every request of a packet, even after the connection was closed.
    else if (connection.waiting.length >= this.#waitingMax) socket.destroy();
    else connection.waiting.push(entry);
  }

  #start(socket: Socket, { request, response, handler }: Entry, waiting: Entry[]): void {
    if (!socket.writable) return;
    this.#connections.set(socket, { current: response, waiting });
    response.once('close', () => {
      const next = waiting.shift();
      if (next) this.#start(socket, next, waiting);
      else this.#connections.delete(socket);
    });
    handler(request, response);
  }
}

const FINISH_WAIT_MS = 10_000;
const LOOK_MS = 50;
/** Time for requests to arrive that were sent before the port closed. */
const ARRIVAL_WAIT_MS = 500;

const underWay = new WeakMap<Server, Map<Socket, number>>();

function countRequests(server: Server): void {
  const counts = new Map<Socket, number>();
  underWay.set(server, counts);
  const count = (socket: Socket, change: number) => {
    const before = counts.get(socket);
    if (before !== undefined) counts.set(socket, before + change);
  };
  server.on('connection', (socket) => {
    counts.set(socket, 0);
    socket.once('close', () => counts.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
}

/** Node counts a connection as busy if it has sent nothing or only half of a request head. */
function closeSilent(server: Server): void {
  for (const [socket, requests] of underWay.get(server) ?? []) if (requests === 0) socket.destroy();
}

export async function finishRequests(app: FastifyInstance, waitMs = FINISH_WAIT_MS): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), waitMs);
  let closedAt: number | undefined;
  // Node closes idle connections only once. Connections with a request in flight become idle later.
  const look = setInterval(() => {
    if (app.server.listening) return;
    closedAt ??= performance.now();
    app.server.closeIdleConnections();
    if (performance.now() - closedAt >= ARRIVAL_WAIT_MS) closeSilent(app.server);
  }, LOOK_MS);
  await app.close();
  clearInterval(look);
  clearTimeout(cut);
}

export interface Patience {
  headersMs: number;
  requestMs: number;
  /** Maximum time without traffic, for clients that never read. Long calls set their own. */
  idleMs: number;
  checkMs: number;
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
/** Longer than the keep-alive timeout of proxies, so that no proxy uses a closing connection. */
const KEEP_ALIVE_MS = 72_000;

/** HTTP/1.1 requires exactly one Host header. With two, a proxy may have used the other one. */
function hasOneHost({ httpVersion, headersDistinct }: IncomingMessage): boolean {
  const hosts = headersDistinct['host']?.length ?? 0;
  return httpVersion === '1.0' ? hosts <= 1 : hosts === 1;
}

/** Returns false if a proxy may see another end of the body (RFC 9112, section 6.1). Node rejects all other cases. */
function hasPlainFraming({ httpVersion, headers }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding'];
  return coding === undefined || (httpVersion === '1.1' && coding.toLowerCase() === 'chunked');
}

function requestFaultOf(request: IncomingMessage): string | undefined {
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
  const refuserOf =
    (refusal: Refusal): Handler =>
    (_request, response) =>
      refuseRequest(response, refusal, headers);
  const refuseExpectation = refuserOf(new Refusal('expectation_failed'));

  return (handler) => {
    const server = createServer(options);
    countRequests(server);
    const queue = new RequestQueue(patience.waitingMax);
    const checked: Handler = (request, response) => {
      const message = requestFaultOf(request);
      const handle = message === undefined ? handler : refuserOf(new Refusal('invalid_input', { message }));
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
