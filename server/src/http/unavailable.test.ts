import { currentUser } from '@zapdeck/contract/sign-in/auth';
import { reportApp } from '@zapdeck/contract/moderation/reports';
import { castVote } from '@zapdeck/contract/feed/votes';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const HOUR_MS = 3_600_000;

const log: string[] = [];
let t: TestApp;
beforeAll(async () => {
  t = await openTestApp({ waits: {}, onLog: (line) => log.push(line) });
});
afterAll(() => t.close());

test('concurrent readiness checks share one query', async () => {
  const query = vi.spyOn(t.deps.pool, 'query');
  const begunAt = performance.now();
  const responses = await Promise.all(Array.from({ length: 100 }, () => t.app.inject('/readyz')));
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  // No query if there was one a moment before: the result is kept for a second.
  const seconds = Math.floor((performance.now() - begunAt) / 1_000);
  const checks = query.mock.calls.filter(([statement]: unknown[]) => statement === 'SELECT 1');
  expect(checks.length).toBeLessThanOrEqual(1 + seconds);
  query.mockRestore();
});

describe('an exhausted pool', () => {
  const CALLS = 40;
  const callAll = () =>
    Promise.all(
      Array.from({ length: CALLS }, async (_, index) => {
        const url = ['/api/auth/user', '/api/apps', '/api/votes'][index % 3] ?? '';
        const { statusCode, headers } = await t.app.inject({
          method: url === '/api/votes' ? 'POST' : 'GET',
          url,
          cookies: { sid: 'x' },
          headers: { origin: t.deps.config.publicUrl },
        });
        return { statusCode, retryAfter: headers['retry-after'] };
      }),
    );
  /** Sequential, because a slow machine opens many connections at once too slowly. */
  async function take(count: number): Promise<PoolClient[]> {
    const held: PoolClient[] = [];
    while (held.length < count) held.push(await t.deps.pool.connect());
    return held;
  }

  /** Returns how often one request waits for a connection. Queries of the job queue are plain text and do not count. */
  async function waitsOfOne(): Promise<number> {
    const [waits, asked] = [vi.spyOn(t.deps.pool, 'connect'), vi.spyOn(t.deps.pool, 'query')];
    await t.app.inject({ url: '/api/auth/user', cookies: { sid: 'x' } });
    const ofQueue = asked.mock.calls.filter(([statement]: unknown[]) => typeof statement === 'string');
    const count = waits.mock.calls.length - ofQueue.length;
    for (const spy of [waits, asked]) spy.mockRestore();
    return count;
  }

  test('returns 503 within two seconds, and recovers when connections are free', async () => {
    const { pool } = t.deps;
    const held = await take(pool.options.max);
    const refused = await callAll();
    const waits = await waitsOfOne();
    const alive = await t.app.inject('/healthz');
    for (const client of held) client.release();
    expect(alive.statusCode).toBe(200);
    // Counts waits instead of measuring time, which depends on the machine.
    expect(waits).toBe(1);
    expect(pool.options.connectionTimeoutMillis).toBeLessThanOrEqual(2_000);
    for (const response of refused) expect(response).toEqual({ statusCode: 503, retryAfter: '10' });
    await eventually(() => expect(pool.waitingCount).toBe(0));
    expect(new Set((await callAll()).map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
  });

  test('fails /healthz if all connections are lost', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const held = await take(t.deps.pool.options.max);
      expect((await t.app.inject('/healthz')).statusCode).toBe(200);
      vi.advanceTimersByTime(2 * HOUR_MS);
      expect((await t.app.inject('/healthz')).statusCode).toBe(503);
      expect((await t.app.inject('/metrics')).body).toContain(`zapdeck_db_pool_lost ${held.length}\n`);
      held.pop()?.release();
      expect((await t.app.inject('/healthz')).statusCode).toBe(200);
      for (const client of held) client.release();
    } finally {
      vi.useRealTimers();
    }
  });

  test('serves all requests with a single free connection', async () => {
    const held = await take(t.deps.pool.options.max - 1);
    const served = await callAll();
    for (const client of held) client.release();
    expect(new Set(served.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
  });
});

test('rejects votes on a locked app with 503 before other requests, and stores none', async () => {
  const { pool } = t.deps;
  const [app, person] = [await t.addApp(), await t.person('member')];
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM apps WHERE id = $1 FOR UPDATE', [app.id]);
  const body = { appId: app.id, voteType: 'up' } as const;
  const waiting = Promise.all(
    Array.from({ length: pool.options.max }, () => t.call(castVote, { body }, person)),
  );
  // The row stays locked, so the votes have to time out.
  await eventually(async () => expect((await t.call(currentUser, {}, person)).status).toBe(200));
  const refused = await waiting;
  await holder.query('ROLLBACK');
  holder.release();
  for (const { status, error, headers } of refused) {
    expect([status, error.code, headers['retry-after']]).toEqual([503, 'unavailable', '10']);
  }
  expect(log.join('\n')).toMatch(/"method":"POST","route":"\/api\/votes","cause":{"code":"55P03"[^{}]*}/);
  expect(log.join('\n')).not.toContain('"stack"');
  expect(await t.readApp(app.id)).toMatchObject({ upvotes: 0 });
  expect((await t.call(castVote, { body }, person)).status).toBe(200);
});

test('returns 503 and stores nothing if PostgreSQL aborts a deadlock', async () => {
  const { pool } = t.deps;
  await pool.query(`
    CREATE FUNCTION give_way() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'deadlock' USING ERRCODE = 'deadlock_detected'; END $$;
    CREATE TRIGGER give_way BEFORE INSERT ON reports FOR EACH ROW EXECUTE FUNCTION give_way()`);
  const { id: appId } = await t.addApp();
  const { status, error, headers } = await t.call(
    reportApp,
    { body: { appId, reason: 'Broken' } },
    await t.person('member'),
  );
  expect([status, error.code]).toEqual([503, 'unavailable']);
  expect(headers['retry-after']).toBeDefined();
  expect((await pool.query('SELECT FROM reports')).rowCount).toBe(0);
});

test.each([
  ['disk_full', 'storage_full'],
  ['query_canceled', 'took_too_long'],
  ['lock_not_available', 'unavailable'],
])('responds to %s with its own error code', async (fault, code) => {
  const { pool } = t.deps;
  await pool.query(`
    CREATE OR REPLACE FUNCTION give_way() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'fault' USING ERRCODE = '${fault}'; END $$;
    CREATE OR REPLACE TRIGGER give_way BEFORE INSERT ON reports FOR EACH ROW EXECUTE FUNCTION give_way()`);
  const { id: appId } = await t.addApp();
  const body = { appId, reason: 'Broken' };
  const { status, error } = await t.call(reportApp, { body }, await t.person('member'));
  expect([status, error.code]).toEqual([503, code]);
});
