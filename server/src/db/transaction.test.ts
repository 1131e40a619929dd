import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CuttingProxy, startCuttingProxy } from '../testing/cutting-proxy.ts';
import { eventually } from '../testing/eventually.ts';
import { createTestDatabase, patient, type TestDatabase } from '../testing/test-database.ts';
import { type Database, type Db, one, openDatabase } from './client.ts';
import { run } from './statement.ts';
import { inTransaction, watchCommits } from './transaction.ts';

let database: TestDatabase;
let proxy: CuttingProxy;
let throughProxy: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  const { host, user, database: name } = database.connection;
  proxy = await startCuttingProxy(`${host}/.s.PGSQL.5432`);
  const address = { host: '127.0.0.1', port: proxy.port, user, database: name };
  throughProxy = openDatabase({ ...patient, ...address }, () => undefined);
  await database.pool.query('CREATE TABLE written (text text)');
});
afterAll(async () => {
  await throughProxy.pool.close();
  await proxy.close();
  await database.drop();
});
beforeEach(() => database.pool.query('TRUNCATE written'));

const write = (db: Db, text: string) => db.execute(sql`INSERT INTO written VALUES (${text})`);
const written = async (db: Db) =>
  (await db.execute<{ text: string }>(sql`SELECT text FROM written ORDER BY text`)).rows.map(
    ({ text }) => text,
  );

describe.each(['before', 'after'] as const)('a connection that breaks %s', (when) => {
  test('BEGIN is returned to the pool, repeatedly', async () => {
    const { db, pool } = throughProxy;
    const { max } = pool.options;
    proxy.cutAt('begin', when, max);
    const begun = Array.from({ length: max }, () => inTransaction(db, (tx) => write(tx, 'never')));
    const outcomes = await Promise.allSettled(begun);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(proxy.cutsLeft()).toBe(0);
    await inTransaction(db, (tx) => write(tx, 'later'));
    expect(await written(database.db)).toEqual(['later']);
    await eventually(() => expect(pool.totalCount - pool.idleCount).toBe(0));
  });

  test('ROLLBACK is returned to the pool', async () => {
    const { db, pool } = throughProxy;
    proxy.cutAt('rollback', when);
    const failed = inTransaction(db, async (tx) => {
      await write(tx, 'never');
      throw new Error('not allowed');
    });
    await expect(failed).rejects.toThrow();
    expect(await written(database.db)).toEqual([]);
    await eventually(() => expect(pool.totalCount - pool.idleCount).toBe(0));
  });
});

test('reuses the connection of a rolled-back transaction', async () => {
  const { db, pool } = openDatabase({ ...patient, ...database.connection, max: 1 }, () => undefined);
  const pidOf = async (on: Db) =>
    one((await on.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)).rows).pid;
  const pid = await pidOf(db);
  await expect(inTransaction(db, () => Promise.reject(new Error('not allowed')))).rejects.toThrow();
  expect(await pidOf(db)).toBe(pid);
  await pool.close();
});

test('sets a savepoint within a transaction', async () => {
  await inTransaction(database.db, async (tx) => {
    await write(tx, 'outer');
    const inner = inTransaction(tx, async (nested) => {
      await write(nested, 'inner');
      throw new Error('undo the inner one');
    });
    await expect(inner).rejects.toThrow('undo the inner one');
    await inTransaction(tx, (nested) => write(nested, 'second'));
  });
  expect(await written(database.db)).toEqual(['outer', 'second']);
});

test('runs prepared statements in the transaction and its savepoints', async () => {
  const insert = (db: Db, text: string) =>
    run(db, { text: 'INSERT INTO written VALUES ($1)', values: [text] });
  const read = (db: Db) => run(db, { text: 'SELECT text FROM written ORDER BY text', values: [] });
  const failed = inTransaction(database.db, async (tx) => {
    await insert(tx, 'outer');
    await inTransaction(tx, async (nested) => {
      await insert(nested, 'inner');
      expect(await read(nested)).toEqual([{ text: 'inner' }, { text: 'outer' }]);
    });
    expect(await read(tx)).toEqual([{ text: 'inner' }, { text: 'outer' }]);
    expect(await read(database.db)).toEqual([]);
    throw new Error('undo all');
  });
  await expect(failed).rejects.toThrow('undo all');
  expect(await read(database.db)).toEqual([]);
});

describe('watchCommits', () => {
  async function watched(work: () => Promise<unknown>): Promise<boolean> {
    const watch = { hasCommitted: false };
    await watchCommits(watch, work).catch(() => undefined);
    return watch.hasCommitted;
  }

  test('reports a commit even if later work fails', async () => {
    const { db } = database;
    const failing = async () => {
      await inTransaction(db, (tx) => write(tx, 'a'));
      throw new Error('too late');
    };
    expect(await watched(failing)).toBe(true);
  });

  test('reports neither a rollback nor a savepoint', async () => {
    const { db } = database;
    const rolledBack = () =>
      inTransaction(db, async (tx) => {
        await inTransaction(tx, (nested) => write(nested, 'a'));
        throw new Error('undo all');
      });
    expect(await watched(rolledBack)).toBe(false);
  });
});
