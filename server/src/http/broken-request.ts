import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@zapdeck/contract/wire/errors';
import { DEFAULT_LANGUAGE } from '@zapdeck/contract/wire/languages';
import { errorBody } from './error-handler.ts';
import { Refusal } from './refusal.ts';

const codes: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
};

const HEAD = 'HEAD ';

type Headers = Readonly<Record<string, string>>;

/** In English: no part of the request can be trusted to name a language. */
function messageOf(refusal: Refusal, headers: Headers): { headers: Headers; body: string } {
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

export function refuseRequest(response: ServerResponse, refusal: Refusal, common: Headers): void {
  const { headers, body } = messageOf(refusal, common);
  response.writeHead(refusal.status, headers).end(body);
}

export function refuseConnection(socket: Socket, refusal: Refusal, common: Headers, isHead = false): void {
  const { headers, body } = messageOf(refusal, common);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`;
  socket.write(`${status}\r\n${lines.join('\r\n')}\r\n\r\n${isHead ? '' : body}`);
  socket.destroySoon();
}

/** Only closes the connection if another response has begun (`hasResponded`). */
export function answerBrokenRequest(
  { code, rawPacket }: Error & { code?: string; rawPacket?: Buffer },
  socket: Socket,
  { headers, hasResponded }: { headers: Headers; hasResponded: boolean },
): void {
  if (socket.destroyed || socket.writableEnded) return;
  // Further input must not count as activity.
  socket.pause();
  if (code === 'ECONNRESET' || hasResponded) return socket.destroySoon();
  const isHead = rawPacket?.toString('latin1', 0, HEAD.length) === HEAD;
  refuseConnection(socket, new Refusal(codes[code ?? ''] ?? 'invalid_input'), headers, isHead);
}
