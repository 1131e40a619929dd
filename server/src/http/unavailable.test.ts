import { currentUser } from '@zapdeck/contract/auth';
import { reportApp } from '@zapdeck/contract/reports';
import { castVote } from '@zapdeck/contract/votes';
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

test('many who ask whether the server is ready take one connection between them', async () => {
  const query = vi.spyOn(t.deps.pool, 'query');
  const begunAt = performance.now();
  const answers = await Promise.all(Array.from({ length: 100 }, () => t.app.inject('/readyz')));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  // No query if there was one a moment before: the result is kept for a second.
  const seconds = Math.floor((performance.now() - begunAt) / 1_000);
  const checks = query.mock.calls.filter(([statement]: unknown[]) => statement === 'SELECT 1');
  expect(checks.length).toBeLessThanOrEqual(1 + seconds);
  query.mockRestore();
});

describe('a pool that is used up', () => {
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
  /** One after the other: opened all at once, the last ones would not come in time on a slow machine. */
  async function take(count: number): Promise<PoolClient[]> {
    const held: PoolClient[] = [];
    while (held.length < count) held.push(await t.deps.pool.connect());
    return held;
  }

  /** Returns the number of times that one call waits for a connection. Queries of the queue are plain text. */
  async function waitsOfOne(): Promise<number> {
    const [waits, asked] = [vi.spyOn(t.deps.pool, 'connect'), vi.spyOn(t.deps.pool, 'query')];
    await t.app.inject({ url: '/api/auth/user', cookies: { sid: 'x' } });
    const ofQueue = asked.mock.calls.filter(([statement]: unknown[]) => typeof statement === 'string');
    const count = waits.mock.calls.length - ofQueue.length;
    for (const spy of [waits, asked]) spy.mockRestore();
    return count;
  }

  test('means 503 within two seconds for all who ask, and all is well when it is free again', async () => {
    const { pool } = t.deps;
    const held = await take(pool.options.max);
    const refused = await callAll();
    const waits = await waitsOfOne();
    const alive = await t.app.inject('/healthz');
    for (const client of held) client.release();
    expect(alive.statusCode).toBe(200);
    // By what one waits for and how often, since a machine may be as slow as it likes.
    expect(waits).toBe(1);
    expect(pool.options.connectionTimeoutMillis).toBeLessThanOrEqual(2_000);
    for (const answer of refused) expect(answer).toEqual({ statusCode: 503, retryAfter: '10' });
    await eventually(() => expect(pool.waitingCount).toBe(0));
    expect(new Set((await callAll()).map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
  });

  test('whose connections are all lost means that the process is to be restarted', async () => {
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

  test('but for one connection makes everybody wait their turn, and nobody is refused', async () => {
    const held = await take(t.deps.pool.options.max - 1);
    const served = await callAll();
    for (const client of held) client.release();
    expect(new Set(served.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
  });
});

test('those who wait for what somebody holds are refused before others are, and their votes change nothing', async () => {
  const { pool } = t.deps;
  const [app, person] = [await t.addApp(), await t.person('member')];
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM apps WHERE id = $1 FOR UPDATE', [app.id]);
  const body = { appId: app.id, voteType: 'up' } as const;
  const waiting = Promise.all(
    Array.from({ length: pool.options.max }, () => t.call(castVote, { body }, person)),
  );
  // The row is held all the time: it is the votes that must give way.
  await eventually(async () => expect((await t.call(currentUser, {}, person)).status).toBe(200));
  const refused = await waiting;
  await holder.query('ROLLBACK');
  holder.release();
  for (const { status, error, headers } of refused) {
    expect([status, error.code, headers['retry-after']]).toEqual([503, 'unavailable', '10']);
  }
  expect(log.join('\n')).toMatch(/"cause":{"code":"55P03"[^{}]*},"method":"POST","route":"\/api\/votes"/);
  expect(log.join('\n')).not.toContain('"stack"');
  expect(await t.readApp(app.id)).toMatchObject({ upvotes: 0 });
  expect((await t.call(castVote, { body }, person)).status).toBe(200);
});

test('a transaction that PostgreSQL ends for another one’s sake means 503: nothing happened, try again', async () => {
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
