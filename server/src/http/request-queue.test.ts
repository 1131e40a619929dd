import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { type Handler, RequestQueue } from './http-server.ts';

/** Far more than any kernel takes off a process's hands. */
const LARGE_BYTES = 16 * 1024 * 1024;
const WAITING_MAX = 4;

let server: Server;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

/** Serves with the handler and says which requests it was given. */
async function serve(handler: Handler, waitingMax?: number): Promise<string[]> {
  const begun: string[] = [];
  const noted: Handler = (request, response) => {
    begun.push(request.url ?? '');
    handler(request, response);
  };
  server = createServer();
  server.on('request', waitingMax === undefined ? noted : new RequestQueue(waitingMax).wrap(noted));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return begun;
}

function ask(...paths: string[]): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined).pause();
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''));
  sockets.push(socket);
  return socket;
}

const large: Handler = (_request, response) => void response.end(Buffer.alloc(LARGE_BYTES));
const small: Handler = (request, response) => void response.end(request.url);

describe('a response that the client does not read', () => {
  test('delays the next response of its connection, and no other connection', async () => {
    const begun = await serve(
      (request, response) => (request.url === '/small' ? small : large)(request, response),
      WAITING_MAX,
    );
    ask('/1', '/2', '/3');
    await eventually(() => expect(begun).toEqual(['/1']));
    const other = ask('/small');
    other.resume();
    await once(other, 'data');
    expect(begun).toEqual(['/1', '/small']);
  });

  test('does not delay the next response if there is no limit', async () => {
    const begun = await serve(large);
    ask('/1', '/2', '/3');
    await eventually(() => expect(begun).toEqual(['/1', '/2', '/3']));
  });
});

test('sends all responses in order', async () => {
  await serve((request, response) => setImmediate(() => small(request, response)), WAITING_MAX);
  const socket = ask('/1', '/2', '/3', '/4', '/5');
  let heard = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    heard += chunk;
  });
  socket.resume();
  await eventually(() => expect(heard.match(/^\/\d/gm)).toEqual(['/1', '/2', '/3', '/4', '/5']));
  socket.write('GET /6 HTTP/1.1\r\nhost: x\r\n\r\n');
  await eventually(() => expect(heard).toContain('\r\n/6'));
});

test('closes a connection with too many waiting requests, and handles none of them', async () => {
  const begun = await serve(large, WAITING_MAX);
  const asked = Array.from({ length: 1_000 }, (_, n) => `/${n}`);
  const closed = new Promise((resolve) => ask(...asked).once('close', resolve));
  sockets[0]?.resume();
  await closed;
  expect(begun).toEqual(['/0']);
});
