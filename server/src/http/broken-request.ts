import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@zapdeck/contract/errors';
import { errorBody } from './error-handler.ts';
import { Refusal } from './refusal.ts';

const codes: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

/** Node's note of the answer that is being written on a socket. */
type AnsweringSocket = Socket & { _httpMessage?: { headersSent: boolean } | null };

/**
 * Answers what never became a request, because it is not HTTP, has too many headers or takes too long, in the shape
 * of all refusals, and closes the connection.
 */
export function answerBrokenRequest(
  { code }: Error & { code?: string },
  socket: AnsweringSocket,
  headers: Readonly<Record<string, string>>,
): void {
  if (socket.destroyed) return;
  const isAnswered = socket._httpMessage?.headersSent === true;
  if (code !== 'ECONNRESET' && socket.writable && !isAnswered) {
    const requestId = randomUUID();
    const refusal = new Refusal(codes[code ?? ''] ?? 'invalid_input');
    const body = JSON.stringify(errorBody(refusal, requestId));
    const lines = Object.entries({
      ...headers,
      'x-request-id': requestId,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`);
    const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`;
    socket.write(`${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroySoon();
}
