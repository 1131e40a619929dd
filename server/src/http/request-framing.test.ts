import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpServerFactory } from './http-server.ts';

let server: Server;
const handled: string[] = [];
beforeAll(async () => {
  server = httpServerFactory({})((request, response) => {
    handled.push(request.url ?? '');
    request.resume().once('end', () => response.setHeader('content-length', 0).end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => void server.close());

/** Sends all of it at once; returns what was answered until the server closed the connection. */
async function answerTo(says: string): Promise<string> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write(says);
  return text(client);
}

const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nhost: x\r\n\r\n';
const CHUNKS = '2\r\n{}\r\n0\r\n\r\n';
const both = 'content-length: 4\r\ntransfer-encoding: chunked';

test.each([
  ['Transfer-Encoding in HTTP/1.0', '1.0', 'connection: keep-alive\r\ntransfer-encoding: chunked', CHUNKS],
  ['Content-Length and Transfer-Encoding', '1.1', both, CHUNKS],
  ['both in HTTP/1.0', '1.0', `connection: keep-alive\r\n${both}`, CHUNKS],
  ['an unknown transfer coding', '1.1', 'transfer-encoding: xchunked', CHUNKS],
  ['a transfer coding before chunked', '1.1', 'transfer-encoding: gzip, chunked', CHUNKS],
  ['a transfer coding after chunked', '1.1', 'transfer-encoding: chunked, gzip', CHUNKS],
  ['chunked twice', '1.1', 'transfer-encoding: chunked\r\ntransfer-encoding: chunked', CHUNKS],
  ['identity', '1.1', 'transfer-encoding: identity', '{}'],
  ['an empty Transfer-Encoding', '1.1', 'transfer-encoding:', '{}'],
  ['two lengths', '1.1', 'content-length: 2\r\ncontent-length: 3', '{}'],
  ['the same length twice', '1.1', 'content-length: 2\r\ncontent-length: 2', '{}'],
  ['a list of lengths', '1.1', 'content-length: 2, 2', '{}'],
  ['a length with a sign', '1.1', 'content-length: +2', '{}'],
  ['a header on two lines', '1.1', 'x-a: a\r\n b', ''],
  ['a folded Transfer-Encoding', '1.1', 'transfer-encoding:\r\n chunked', CHUNKS],
  ['a space before the colon', '1.1', 'content-length : 2', '{}'],
  ['a line that ends without CR', '1.1', 'x-a: a\ncontent-length: 2', '{}'],
  ['HTTP/2.0 on a line of HTTP/1', '2.0', 'x-a: a', ''],
  ['HTTP/0.9 with headers', '0.9', 'x-a: a', ''],
])(
  'refuses %s, closes the connection and handles nothing after it',
  async (_what, version, headers, body) => {
    handled.length = 0;
    const answer = await answerTo(
      `POST / HTTP/${version}\r\nhost: x\r\n${headers}\r\n\r\n${body}${SMUGGLED}`,
    );
    expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 400']);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(handled).toEqual([]);
  },
);

test.each([
  ['a length', 'content-length: 2', '{}'],
  ['chunks', 'Transfer-Encoding: Chunked', CHUNKS],
])('handles a body with %s and the next request', async (_what, headers, body) => {
  handled.length = 0;
  const last = 'GET /last HTTP/1.0\r\nhost: x\r\n\r\n';
  const answer = await answerTo(`POST /first HTTP/1.1\r\nhost: x\r\n${headers}\r\n\r\n${body}${last}`);
  expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
  expect(handled).toEqual(['/first', '/last']);
});

test('handles no request after one that asks to close the connection', async () => {
  handled.length = 0;
  await answerTo(`GET /last HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n${SMUGGLED}`);
  expect(handled).toEqual(['/last']);
});
