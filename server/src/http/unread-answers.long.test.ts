import { mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withinMinute } from '../testing/eventually.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { PATIENCE } from './http-server.ts';

const GROWTH_MAX_MB = 50;
const FILE_BYTES = 1_000_000;
const SERVED = 5;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Returns the memory in use after garbage collection. Unreferenced buffers are freed in the background. */
async function heldMb(): Promise<number> {
  collectGarbage();
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 ** 2;
}

let folder: TemporaryFolder;
let bounded: TestApp;
let boundless: TestApp;
beforeAll(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder.path, 'assets'));
  await writeFile(join(folder.path, 'index.html'), `<title>shell</title>${'x'.repeat(100_000)}`);
  // The build compresses large files. This one has the same size in both forms.
  for (const name of ['large.js', 'large.js.br'])
    await writeFile(join(folder.path, 'assets', name), '/'.repeat(FILE_BYTES));
  bounded = await openTestApp({ webFolder: folder.path });
  boundless = await openTestApp({
    webFolder: folder.path,
    patience: { ...PATIENCE, waitingMax: Number.POSITIVE_INFINITY },
    database: bounded.database,
  });
  for (const { app } of [bounded, boundless]) await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await boundless.close();
  await bounded.close();
  await folder.remove();
});

interface Attack {
  path: string;
  requests: number;
  connections: number;
}

/** Returns the growth of memory while connections send requests and read nothing. */
async function growthUnder({ app }: TestApp, { path, requests, connections }: Attack): Promise<number> {
  const { port } = app.server.address() as AddressInfo;
  const serve = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/api/auth/providers`);
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  };
  // The first request fills caches, which do not count.
  await fetch(`http://127.0.0.1:${port}${path}`).then((response) => response.arrayBuffer());
  await serve();
  const before = await heldMb();
  const taken: Socket[] = [];
  const take = (socket: Socket) => void taken.push(socket);
  app.server.on('connection', take);
  const ask = `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(requests);
  const attackers = Array.from({ length: connections }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).pause();
    socket.write(ask);
    return socket;
  });
  await withinMinute(() => {
    const isTaken = ({ destroyed, bytesRead }: Socket) => destroyed || bytesRead >= ask.length;
    expect(taken.filter(isTaken).length).toBeGreaterThanOrEqual(connections);
  });
  for (let served = 0; served < SERVED; served += 1) await serve();
  const growth = (await heldMb()) - before;
  app.server.off('connection', take);
  for (const socket of attackers) socket.destroy();
  return growth;
}

test.each([
  ['/api/openapi.json', PATIENCE.waitingMax, 100],
  ['/assets/large.js', PATIENCE.waitingMax, 100],
  ['/api/openapi.json', 400, 40],
  ['/%', 400, 40],
])('limits memory for %s, %i times on each of %i unread connections', async (path, requests, connections) => {
  expect(await growthUnder(bounded, { path, requests, connections })).toBeLessThan(GROWTH_MAX_MB);
});

test('keeps all pipelined requests in memory without the limit', async () => {
  const attack = { path: '/api/openapi.json', requests: 400, connections: 20 };
  const [held, heldWithout] = [await growthUnder(bounded, attack), await growthUnder(boundless, attack)];
  expect(heldWithout).toBeGreaterThan(10);
  expect(heldWithout).toBeGreaterThan(5 * held);
});
