import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './client.ts';
import { causeOf, isDatabaseAway, leavesOutcomeOpen, markDatabaseError } from './database-away.ts';
import { DatabaseClient } from './database-client.ts';

const fault = (message: string, values: object) => Object.assign(new Error(message), values);
const verdictOf = (error: Error) => ({ isAway: isDatabaseAway(error), isOpen: leavesOutcomeOpen(error) });

async function errorOf(work: () => Promise<unknown>): Promise<Error> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('The work did not fail');
}

const systemErrors: [string, object, boolean][] = [
  ['a name server that fails', { code: 'EAI_AGAIN', syscall: 'getaddrinfo' }, false],
  ['an unknown name', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }, false],
  ['an unreachable host', { code: 'EHOSTUNREACH', syscall: 'connect' }, false],
  ['a host that becomes unreachable', { code: 'EHOSTUNREACH', syscall: 'read' }, true],
  ['a refused connection', { code: 'ECONNREFUSED', syscall: 'connect' }, false],
  ['a missing socket', { code: 'ENOENT', syscall: 'connect' }, false],
  ['a timeout', { code: 'ETIMEDOUT', syscall: 'read' }, true],
  ['a reset connection', { code: 'ECONNRESET', syscall: 'read' }, true],
];

test.each(systemErrors)(
  'treats %s as an unavailable database only if the error is from the driver',
  (_what, values, isOpen) => {
    const error = fault('failed', values);
    const wrapped = fault('Failed query', { cause: error });
    for (const each of [error, wrapped]) expect(verdictOf(each)).toEqual({ isAway: false, isOpen: false });
    markDatabaseError(error);
    for (const each of [error, wrapped]) expect(verdictOf(each)).toEqual({ isAway: true, isOpen });
  },
);

test.each([
  ['a full disk while a row is written', { code: '53100', severity: 'ERROR' }, true, false],
  ['a full disk while the log is written, at a commit', { code: '53100', severity: 'PANIC' }, true, true],
  ['an invalid query', { code: '42601', severity: 'ERROR' }, false, false],
])('classifies %s', (_what, values, isAway, isOpen) => {
  const error = Object.assign(new pg.DatabaseError('failed', 0, 'error'), values);
  for (const each of [error, fault('Failed query', { cause: error })])
    expect(verdictOf(each)).toEqual({ isAway, isOpen });
});

describe('errors of the driver and of others', () => {
  const NOWHERE = { host: '127.0.0.1', port: 1 };
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test.each([
    ['ECONNREFUSED', NOWHERE],
    ['ENOENT', { host: '/nowhere' }],
    ['ENOTFOUND', { host: 'nowhere.invalid' }],
  ])('%s of a pool means that the database is unavailable and nothing was stored', async (code, address) => {
    const { pool, db } = openDatabase(address, () => undefined);
    for (const work of [
      () => pool.query('SELECT 1'),
      () => pool.connect(),
      () => db.execute('SELECT 1'),
      () => new DatabaseClient(address).connect(),
    ]) {
      const error = await errorOf(work);
      expect(causeOf(error).message).toMatch(code === 'ENOTFOUND' ? /ENOTFOUND|EAI_AGAIN/ : code);
      expect(verdictOf(error)).toEqual({ isAway: true, isOpen: false });
    }
    await pool.end();
  });

  test('a connection reset during a statement means an unknown outcome', async () => {
    const heard: Error[] = [];
    const { pool } = openDatabase(database.connection, (error) => heard.push(error));
    const client = await pool.connect();
    const sleeping = errorOf(() => client.query('SELECT pg_sleep(60)'));
    const reset = fault('read ECONNRESET', { code: 'ECONNRESET', syscall: 'read' });
    (
      client as unknown as { connection: { stream: { destroy(error: Error): void } } }
    ).connection.stream.destroy(reset);
    expect(verdictOf(await sleeping)).toEqual({ isAway: true, isOpen: true });
    client.release(true);
    await pool.end();
  });

  test('errors of a file or another server do not mean that the database is unavailable', async () => {
    const ofFile = await errorOf(() => readFile('/nowhere/at/all'));
    const ofServer = await errorOf(() => fetch('http://127.0.0.1:1/'));
    for (const error of [ofFile, ofServer])
      expect(verdictOf(error)).toEqual({ isAway: false, isOpen: false });
  });
});
