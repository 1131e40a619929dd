import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { finishRequests, httpServerFactory } from './http-server.ts';

/** Longer than a test may take. */
const LONG_MS = 60_000;

/** Starts a server with one pending request. `end` completes it. */
async function busyServer() {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const app = Fastify({ serverFactory: httpServerFactory({}), return503OnClosing: false });
  app.get('/', async () => {
    begin();
    await ended;
    return 'done';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const response = fetch(`http://127.0.0.1:${port}/`).then(
    (received) => received.text(),
    () => 'cut off',
  );
  await begun;
  return { app, response, end };
}

test('aborts a request that exceeds the time limit', async () => {
  const { app, response } = await busyServer();
  await finishRequests(app, 50);
  expect(await response).toBe('cut off');
});

test('completes a request within the time limit without cutting its connection', async () => {
  const { app, response, end } = await busyServer();
  let isCut = false;
  const finished = finishRequests(app, LONG_MS);
  app.server.closeAllConnections = () => void (isCut = true);
  await vi.waitUntil(() => !app.server.listening, { interval: 5, timeout: LONG_MS });
  end();
  await finished;
  expect([await response, isCut]).toEqual(['done', false]);
});

test.each([
  ['nothing', ''],
  ['half of the request headers', 'GET / HTTP/1.1\r\nhost: x\r\n'],
])('closes a connection that has sent %s, and completes a running request', async (_what, says) => {
  const { app, response, end } = await busyServer();
  const connected = once(app.server, 'connection');
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined).write(says);
  onTestFinished(() => void client.destroy());
  const closed = once(client, 'close');
  await connected;
  const finished = finishRequests(app, LONG_MS);
  await closed;
  end();
  await finished;
  expect(await response).toBe('done');
});

test('completes a request that arrives right after the port is closed', async () => {
  const { app, response, end } = await busyServer();
  const connected = once(app.server, 'connection');
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  onTestFinished(() => void client.destroy());
  await connected;
  const received = once(client, 'data');
  const finished = finishRequests(app, LONG_MS);
  await vi.waitUntil(() => !app.server.listening, { interval: 5, timeout: LONG_MS });
  client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const begun = once(app.server, 'request');
  await begun;
  end();
  await finished;
  expect(await response).toBe('done');
  expect((await received)[0]).toMatch(/^HTTP\/1.1 200 /);
});
