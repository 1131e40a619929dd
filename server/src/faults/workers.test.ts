import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { readInstance } from '@zapdeck/contract/instance/instance';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { defaultLimits } from '../http/rate-limit.ts';
import { clusterFolder } from '../testing/cluster-folder.ts';
import { withinMinute } from '../testing/eventually.ts';
import { freePorts, type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import type { TemporaryFolder } from '../testing/temporary-folder.ts';
import { startVoters } from '../testing/voters.ts';
import { isThere, workersOf } from '../testing/workers-of.ts';

const TEST_MS = 180_000;
const WORKERS = 3;
const KILLS = 5;
const CLIENTS = 12;
const RESPONSES_BETWEEN = 200;
/** A worker that hangs is killed after 15 seconds. */
const HUNG_MAX_MS = 25_000;
const SUSPENDED_MS = 20_000;
const NEW_CONNECTIONS = 60;
const REFUSED = 60;

let folder: TemporaryFolder;
let env: Record<string, string>;
beforeAll(async () => {
  folder = await clusterFolder();
  const { port, demoPort } = await freePorts();
  env = {
    PORT: String(port),
    DEMO_PORT: String(demoPort),
    DATA_DIR: folder.path,
    RATE_LIMIT: 'off',
    WORKERS: String(WORKERS),
  };
}, TEST_MS);
afterAll(() => folder.remove());

let server: ServerProcess | undefined;
afterEach(async () => {
  await server?.end();
  server = undefined;
}, TEST_MS);

async function startAll(): Promise<{ node: ServerProcess; workers: number[] }> {
  server = await startServerProcess(env);
  return { node: server, workers: await allWorkers(server) };
}

/** Resolves with the pids when all workers run and are counted in the metrics. */
async function allWorkers({ pid, url }: ServerProcess): Promise<number[]> {
  return withinMinute(async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).toMatch(new RegExp(`^zapdeck_workers ${WORKERS}$`, 'm'));
    const pids = await workersOf(pid);
    expect(pids).toHaveLength(WORKERS);
    return pids;
  });
}

/** Sends a request on a new connection, which any worker may accept. */
async function send(url: string): Promise<number> {
  const sent = request(url, { agent: new Agent({ keepAlive: false }) }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  await buffer(response);
  return response.statusCode ?? 0;
}

/** Sends requests without a pause, each on a new connection. */
function startLoad(url: string) {
  const failed: { begunAt: number; what: string }[] = [];
  let responses = 0;
  const done = new AbortController();
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!done.signal.aborted) {
      const begunAt = performance.now();
      const status = await send(url).catch(String);
      if (status === 200) responses += 1;
      else failed.push({ begunAt, what: String(status) });
    }
  });
  return {
    failed,
    async respondedMore(count: number) {
      const enough = responses + count;
      await withinMinute(() => expect(responses).toBeGreaterThan(enough));
    },
    async stop() {
      done.abort();
      await Promise.all(clients);
    },
  };
}

test(
  'a worker killed under load loses only its own requests and is replaced',
  async () => {
    const { node, workers } = await startAll();
    const load = startLoad(`${node.url}/readyz`);
    const gone = new Set<number>();
    for (let kill = 0; kill < KILLS; kill += 1) {
      await load.respondedMore(RESPONSES_BETWEEN);
      const victim = (await allWorkers(node))[kill % WORKERS] ?? 0;
      const before = load.failed.length;
      process.kill(victim, 'SIGKILL');
      await withinMinute(() => expect(isThere(victim)).toBe(false));
      const diedBy = performance.now();
      gone.add(victim);
      await load.respondedMore(RESPONSES_BETWEEN);
      await allWorkers(node);
      const failed = load.failed.slice(before);
      expect(failed.length).toBeLessThanOrEqual(CLIENTS);
      expect(failed.filter(({ begunAt }) => begunAt > diedBy)).toEqual([]);
      // The worker that replaces it gets no requests before it is ready.
      expect(failed.filter(({ what }) => !what.startsWith('Error'))).toEqual([]);
    }
    await load.stop();
    const after = await allWorkers(node);
    expect(gone.size).toBe(KILLS);
    // No other worker was restarted.
    expect(new Set([...workers, ...after]).size).toBeLessThanOrEqual(WORKERS + KILLS);
    expect(await node.end()).toBe(0);
    for (const pid of after) expect(isThere(pid)).toBe(false);
  },
  TEST_MS,
);

test(
  'a worker that dies repeatedly is restarted with increasing delays',
  async () => {
    const { node } = await startAll();
    const begun = performance.now();
    const killed = new Set<number>();
    for (let kill = 0; kill < 5; kill += 1) {
      const youngest = await withinMinute(async () => {
        const workers = await workersOf(node.pid);
        expect(workers).toHaveLength(WORKERS);
        expect(killed).not.toContain(workers.at(-1));
        return workers.at(-1) ?? 0;
      });
      killed.add(youngest);
      process.kill(youngest, 'SIGKILL');
      await withinMinute(() => expect(isThere(youngest)).toBe(false));
    }
    // 100 + 200 + 400 + 800 ms.
    expect(performance.now() - begun).toBeGreaterThan(1_500);
    expect(await send(`${node.url}/readyz`)).toBe(200);
  },
  TEST_MS,
);

test(
  'a worker that hangs is replaced, and new connections get responses again',
  async () => {
    const { node, workers } = await startAll();
    // The first worker is certainly ready. Another one may answer before.
    const [victim = 0] = workers;
    const begun = performance.now();
    process.kill(victim, 'SIGSTOP');
    await withinMinute(() => expect(isThere(victim)).toBe(false));
    expect(performance.now() - begun).toBeLessThan(HUNG_MAX_MS);
    const after = await allWorkers(node);
    expect(after.filter((pid) => workers.includes(pid))).toEqual(workers.filter((pid) => pid !== victim));
    const sent = Array.from({ length: NEW_CONNECTIONS }, () => send(`${node.url}/readyz`));
    expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
    await withinMinute(() => expect(node.output()).toContain('"before":"did not answer"'));
    expect(await node.end()).toBe(0);
  },
  TEST_MS,
);

test(
  'SIGTERM ends a node with a worker that hangs',
  async () => {
    const { node, workers } = await startAll();
    process.kill(workers[0] ?? 0, 'SIGSTOP');
    const begun = performance.now();
    await node.end();
    expect(performance.now() - begun).toBeLessThan(HUNG_MAX_MS);
    expect(workers.filter(isThere)).toEqual([]);
  },
  TEST_MS,
);

test(
  'a machine that was suspended keeps its workers',
  async () => {
    const { node, workers } = await startAll();
    const all = [node.pid, ...workers];
    for (const pid of all) process.kill(pid, 'SIGSTOP');
    await delay(SUSPENDED_MS);
    // The first process wakes before the workers can answer.
    for (const pid of all) process.kill(pid, 'SIGCONT');
    const load = startLoad(`${node.url}/readyz`);
    await load.respondedMore(RESPONSES_BETWEEN);
    await load.stop();
    expect(await allWorkers(node)).toEqual(workers);
    expect(await node.end()).toBe(0);
  },
  TEST_MS,
);

test(
  'all workers share the count of a limit per node',
  async () => {
    server = await startServerProcess({ ...env, RATE_LIMIT: 'on' });
    await allWorkers(server);
    const { url } = server;
    const { calls } = defaultLimits.read;
    const statuses: number[] = [];
    for (let sent = 0; sent < calls + REFUSED; sent += CLIENTS) {
      const more = Array.from({ length: CLIENTS }, () => send(`${url}${readInstance.path}`));
      statuses.push(...(await Promise.all(more)));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(calls);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(await server.end()).toBe(0);
  },
  TEST_MS,
);

test(
  'killing the first process ends the workers and loses no vote, and the next start works',
  async () => {
    const { node, workers } = await startAll();
    const voters = await startVoters(node.url);
    await voters.answered(200);
    await node.end('SIGKILL');
    await voters.stop();
    await withinMinute(() => expect(workers.filter(isThere)).toEqual([]));
    const again = await startAll();
    expect(await voters.findLost(again.node.url)).toEqual([]);
  },
  TEST_MS,
);

test(
  'a setting that prevents all workers from starting ends the start with a message',
  async () => {
    await expect(
      startServerProcess({ ...env, ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: '12345678' }),
    ).rejects.toThrow(/ADMIN_PASSWORD cannot be used/);
  },
  TEST_MS,
);
