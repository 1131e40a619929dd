import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { finishRequests } from './finish-requests.ts';

/** A server with one request under way, which ends when it is told to. */
async function busyServer() {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: told, resolve: end } = Promise.withResolvers<void>();
  const app = Fastify();
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

test('a request that ends in time is answered', async () => {
  const { app, answer, end } = await busyServer();
  const finished = finishRequests(app);
  end();
  await finished;
  expect(await answer).toBe('done');
});
