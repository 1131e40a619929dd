import { existsSync } from 'node:fs';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withinMinute } from '../testing/eventually.ts';
import { HAPROXY, startHaproxy } from '../testing/haproxy.ts';
import { freePorts, type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const INTERVAL_MS = 500;
/** Failed checks after which hosting/haproxy.cfg takes a node out. */
const FALL = 3;
/** The value of docs/growing.md. */
const DRAIN_SECONDS = ((FALL + 1) * INTERVAL_MS) / 1_000;
const ROUNDS = 5;
const TEST_MS = 300_000;
const CLIENTS = 6;
/** Requests of each client before and after the restarts. */
const SETTLE_TURNS = 10;

const hasHaproxy = existsSync(HAPROXY);
if (!hasHaproxy) process.stdout.write(`skipped: there is no ${HAPROXY} (Debian: haproxy)\n`);

describe.runIf(hasHaproxy)('nodes restarted in turn behind haproxy', { timeout: TEST_MS }, () => {
  let t: TestApp;
  const closing: (() => Promise<unknown>)[] = [];
  let balancer: Awaited<ReturnType<typeof startHaproxy>>;
  let nodes: { env: Record<string, string>; process: ServerProcess }[];
  beforeAll(async () => {
    const folder = await temporaryFolder();
    closing.push(() => folder.remove());
    const ports = await Promise.all([freePorts(), freePorts()]);
    balancer = await startHaproxy(
      folder.path,
      ports.map(({ port }) => port),
      INTERVAL_MS,
    );
    closing.push(balancer.end);
    t = await openTestApp({ env: { PUBLIC_URL: balancer.url } });
    closing.push(() => t.close());
    const { host, user, database } = t.database.connection;
    nodes = await Promise.all(
      ports.map(async ({ port, demoPort }) => {
        const env = {
          PORT: String(port),
          DEMO_PORT: String(demoPort),
          DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}`,
          PUBLIC_URL: balancer.url,
          TRUSTED_PROXIES: '127.0.0.1,::1',
          DEMO: 'off',
          RATE_LIMIT: 'off',
          LOG_LEVEL: 'error',
        };
        const node = { env, process: await startNode(env, DRAIN_SECONDS) };
        closing.push(() => node.process.end());
        return node;
      }),
    );
    await balancer.allUp();
  }, TEST_MS);
  afterAll(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  }, TEST_MS);

  const startNode = (env: Record<string, string>, drainSeconds: number) =>
    startServerProcess({ ...env, DRAIN_SECONDS: String(drainSeconds) });

  /** Votes and reads through haproxy while the work runs. Returns all responses other than 200. */
  async function underLoad(work: () => Promise<void>): Promise<{ responses: number; failures: string[] }> {
    const appIds = (await Promise.all(Array.from({ length: 3 }, () => t.addApp()))).map(({ id }) => id);
    const failures: string[] = [];
    let responses = 0;
    /** Waits until each client has received a few more responses. */
    const settle = () => {
      const enough = responses + SETTLE_TURNS * CLIENTS;
      return withinMinute(() => expect(responses).toBeGreaterThan(enough));
    };
    const done = new AbortController();
    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      const { cookies } = await t.person('member');
      const headers = {
        'content-type': 'application/json',
        origin: balancer.url,
        cookie: `sid=${cookies['sid']}`,
      };
      for (let turn = client; !done.signal.aborted; turn += 1) {
        const vote = { appId: appIds[turn % appIds.length], voteType: 'up' };
        const status = await (turn % 2
          ? fetch(`${balancer.url}/api/apps`, { headers })
          : fetch(balancer.url + castVote.path, { method: 'POST', headers, body: JSON.stringify(vote) })
        ).then(async (response) => (await response.arrayBuffer()) && response.status, String);
        responses += 1;
        if (status !== 200) failures.push(`${status} after ${responses} responses`);
      }
    });
    await settle();
    await work();
    await settle();
    done.abort();
    await Promise.all(clients);
    return { responses, failures };
  }

  /** Restarts the node with this time to drain at its next stop. Returns its exit code. */
  async function restart(node: (typeof nodes)[number], drainSeconds: number): Promise<number | null> {
    const code = await node.process.end();
    node.process = await startNode(node.env, drainSeconds);
    await balancer.allUp();
    return code;
  }

  test('loses no request', async () => {
    const codes: (number | null)[] = [];
    const { responses, failures } = await underLoad(async () => {
      for (let round = 1; round <= ROUNDS; round += 1) {
        for (const node of nodes) codes.push(await restart(node, DRAIN_SECONDS));
      }
    });
    expect(responses).toBeGreaterThan(100);
    expect(failures).toEqual([]);
    expect(new Set(codes)).toEqual(new Set([0]));
  });

  test('loses requests with one second less to drain: the previous test can fail', async () => {
    for (const node of nodes) await restart(node, DRAIN_SECONDS - 1);
    const { failures } = await underLoad(async () => {
      for (const node of nodes) await restart(node, DRAIN_SECONDS);
    });
    expect(failures).not.toEqual([]);
  });
});
