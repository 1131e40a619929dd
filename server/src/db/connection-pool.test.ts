import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { createTestDatabase, patient, type TestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './client.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const CONNECTIONS = 2;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const open = () =>
  openDatabase({ ...patient, ...database.connection, max: CONNECTIONS }, () => undefined).pool;

test('counts a connection that ended, but was not released, as lost', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const pool = open();
  try {
    const held = [await pool.connect(), await pool.connect()];
    const ended = held.map((client) => new Promise((resolve) => client.once('end', resolve)));
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await Promise.all(ended);
    expect([pool.lostCount, pool.isDead]).toEqual([0, false]);
    vi.advanceTimersByTime(31 * SECOND_MS);
    expect([pool.lostCount, pool.isDead]).toEqual([CONNECTIONS, true]);
    held.pop()?.release();
    expect([pool.lostCount, pool.isDead]).toEqual([1, false]);
    held.pop()?.release();
    expect(pool.lostCount).toBe(0);
  } finally {
    vi.useRealTimers();
    await pool.close();
  }
});

test('counts a connection that is held for too long as lost', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const pool = open();
  try {
    const client = await pool.connect();
    vi.advanceTimersByTime(HOUR_MS);
    expect(pool.lostCount).toBe(0);
    vi.advanceTimersByTime(SECOND_MS);
    expect(pool.lostCount).toBe(1);
    client.release();
    expect(pool.lostCount).toBe(0);
  } finally {
    vi.useRealTimers();
    await pool.close();
  }
});

test('waits for connections in use before closing', async () => {
  const pool = open();
  const slept = pool.query('SELECT pg_sleep(0.2)');
  expect(await pool.close()).toBe(0);
  expect((await slept).rowCount).toBe(1);
});

test('cuts a connection when closing if it is never released', async () => {
  const pool = open();
  const client = await pool.connect();
  const sleeping = expect(client.query('SELECT pg_sleep(60)')).rejects.toThrow();
  await eventually(async () => {
    const { rowCount } = await database.pool.query(
      "SELECT FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)'",
    );
    expect(rowCount).toBe(1);
  });
  expect(await pool.close(100)).toBe(1);
  await sleeping;
});
