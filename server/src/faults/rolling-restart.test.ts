import { castVote } from '@zapdeck/contract/votes';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Balancer, startBalancer } from '../testing/balancer.ts';
import { freePorts, type ServerProcess, startServerProcess, waitUntilOk } from '../testing/server-process.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const ROUNDS = 3;
const TEST_MS = 240_000;
const CLIENTS = 6;
/** Of load before and after the restarts, for each client. */
const SETTLE_TURNS = 10;
const SETTLE_WAIT_MS = 60_000;

let t: TestApp;
let balancer: Balancer;
let nodes: { env: Record<string, string>; process: ServerProcess }[];
beforeAll(async () => {
  balancer = await startBalancer();
  t = await openTestApp({ env: { PUBLIC_URL: balancer.url } });
  const { host, user, database } = t.database.connection;
  nodes = await Promise.all(
    [0, 1].map(async () => {
      const { port, demoPort } = await freePorts();
      const env = {
        PORT: String(port),
        DEMO_PORT: String(demoPort),
        DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}`,
        PUBLIC_URL: balancer.url,
        TRUSTED_PROXIES: '127.0.0.1,::1',
        DEMO: 'off',
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'error',
        DRAIN_SECONDS: '1',
      };
      return { env, process: await startServerProcess(env) };
    }),
  );
  balancer.setNodes(nodes.map(({ process }) => process.url));
  await waitUntilOk(`${balancer.url}/readyz`);
}, TEST_MS);
afterAll(async () => {
  for (const { process } of nodes) await process.end();
  await balancer.close();
  await t.close();
});

/** Keeps people voting and reading through the balancer while the work runs; returns what they were answered but 200. */
async function underLoad(work: () => Promise<void>): Promise<{ answers: number; failures: string[] }> {
  const appIds = (await Promise.all(Array.from({ length: 3 }, () => t.addApp()))).map(({ id }) => id);
  const failures: string[] = [];
  let answers = 0;
  /** Until everybody has been answered a few times more. */
  const settle = () => {
    const enough = answers + SETTLE_TURNS * CLIENTS;
    return vi.waitFor(() => expect(answers).toBeGreaterThan(enough), {
      timeout: SETTLE_WAIT_MS,
      interval: 10,
    });
  };
  const over = new AbortController();
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const { cookies } = await t.person('member');
    const headers = {
      'content-type': 'application/json',
      origin: balancer.url,
      cookie: `sid=${cookies['sid']}`,
    };
    for (let turn = client; !over.signal.aborted; turn += 1) {
      const vote = { appId: appIds[turn % appIds.length], voteType: 'up' };
      const response = await (turn % 2
        ? fetch(`${balancer.url}/api/apps`, { headers })
        : fetch(balancer.url + castVote.path, { method: 'POST', headers, body: JSON.stringify(vote) }));
      await response.arrayBuffer();
      answers += 1;
      if (response.status !== 200) failures.push(`${response.status} after ${answers} answers`);
    }
  });
  await settle();
  await work();
  await settle();
  over.abort();
  await Promise.all(clients);
  return { answers, failures };
}

async function restart(node: (typeof nodes)[number], drainSeconds: number): Promise<number | null> {
  const code = await node.process.end();
  node.process = await startServerProcess({ ...node.env, DRAIN_SECONDS: String(drainSeconds) });
  return code;
}

test(
  'nodes restarted one after the other under load, no request fails',
  async () => {
    const codes: (number | null)[] = [];
    const { answers, failures } = await underLoad(async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        // The last time they start without time to drain, for the test below.
        for (const node of nodes) codes.push(await restart(node, round === ROUNDS - 1 ? 0 : 1));
      }
    });
    expect(answers).toBeGreaterThan(100);
    expect(failures).toEqual([]);
    expect(new Set(codes)).toEqual(new Set([0]));
  },
  TEST_MS,
);

test(
  'without time to drain some do: the test above can fail',
  async () => {
    const [node] = nodes;
    const { failures } = await underLoad(async () => {
      if (node) await restart(node, 0);
    });
    expect(failures).not.toEqual([]);
  },
  TEST_MS,
);
