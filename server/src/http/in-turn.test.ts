import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Handler, inTurn } from './in-turn.ts';

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
async function serve(handler: Handler, manner: (handler: Handler) => Handler): Promise<string[]> {
  const begun: string[] = [];
  const noted: Handler = (request, response) => {
    begun.push(request.url ?? '');
    handler(request, response);
  };
  server = createServer(manner(noted)).listen(0, '127.0.0.1');
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

describe('an answer that nobody reads', () => {
  test('holds up the next of its connection, and nobody else', async () => {
    const begun = await serve(
      (request, response) => (request.url === '/small' ? small : large)(request, response),
      inTurn(WAITING_MAX),
    );
    ask('/1', '/2', '/3');
    await vi.waitFor(() => expect(begun).toEqual(['/1']));
    const other = ask('/small');
    other.resume();
    await once(other, 'data');
    expect(begun).toEqual(['/1', '/small']);
  });

  test('would be one of as many as are asked for', async () => {
    const begun = await serve(large, (handler) => handler);
    ask('/1', '/2', '/3');
    await vi.waitFor(() => expect(begun).toEqual(['/1', '/2', '/3']));
  });
});

test('whoever reads gets all answers in order, however late they come', async () => {
  await serve((request, response) => setImmediate(() => small(request, response)), inTurn(WAITING_MAX));
  const socket = ask('/1', '/2', '/3', '/4', '/5');
  let heard = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    heard += chunk;
  });
  socket.resume();
  await vi.waitFor(() => expect(heard.match(/^\/\d/gm)).toEqual(['/1', '/2', '/3', '/4', '/5']));
  socket.write('GET /6 HTTP/1.1\r\nhost: x\r\n\r\n');
  await vi.waitFor(() => expect(heard).toContain('\r\n/6'));
});

test('one more than may wait closes the connection, and nothing of it is begun any more', async () => {
  const begun = await serve(large, inTurn(WAITING_MAX));
  const closed = once(ask('/1', '/2', '/3', '/4', '/5', '/6'), 'close');
  sockets[0]?.resume();
  await closed;
  expect(begun).toEqual(['/1']);
});
