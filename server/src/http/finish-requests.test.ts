import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { finishRequests } from './finish-requests.ts';
import { httpServerFactory } from './http-server.ts';

/** Longer than any test waits. */
const LONG_MS = 60_000;

/** A server with one request under way, which ends when it is told to. */
async function busyServer() {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: told, resolve: end } = Promise.withResolvers<void>();
  const app = Fastify({ serverFactory: httpServerFactory({}), return503OnClosing: false });
  app.get('/', async () => {
    begin();
    await told;
    return 'done';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const answer = fetch(`http://127.0.0.1:${port}/`).then(
    (response) => response.text(),
    () => 'cut off',
  );
  await begun;
  return { app, answer, end };
}

test('a request that is stuck is cut off when its time is over, and holds the end up no longer', async () => {
  const { app, answer } = await busyServer();
  await finishRequests(app, 50);
  expect(await answer).toBe('cut off');
});

test('a request that ends in time is answered, and its connection closed that its client would keep', async () => {
  const { app, answer, end } = await busyServer();
  let isCut = false;
  const finished = finishRequests(app, LONG_MS);
  app.server.closeAllConnections = () => void (isCut = true);
  await vi.waitUntil(() => !app.server.listening, { interval: 5, timeout: LONG_MS });
  end();
  await finished;
  expect([await answer, isCut]).toEqual(['done', false]);
});

test.each([
  ['nothing', ''],
  ['half of the head of a request', 'GET / HTTP/1.1\r\nhost: x\r\n'],
])(
  'a connection that has sent %s is closed at once, and a request under way is finished',
  async (_what, says) => {
    const { app, answer, end } = await busyServer();
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
    expect(await answer).toBe('done');
  },
);

test('a request that arrives just after the port is closed is answered', async () => {
  const { app, answer, end } = await busyServer();
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
  expect(await answer).toBe('done');
  expect((await received)[0]).toMatch(/^HTTP\/1.1 200 /);
});
