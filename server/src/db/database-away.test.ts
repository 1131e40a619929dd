import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './client.ts';
import { causeOf, isDatabaseAway, leavesOutcomeOpen, markDatabaseError } from './database-away.ts';
import { DatabaseClient } from './database-client.ts';

const fault = (message: string, values: object) => Object.assign(new Error(message), values);
const judge = (error: Error) => ({ isAway: isDatabaseAway(error), isOpen: leavesOutcomeOpen(error) });

async function errorOf(work: () => Promise<unknown>): Promise<Error> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('It did not fail');
}

const ofSystem: [string, object, boolean][] = [
  ['nobody knows where it is', { code: 'EAI_AGAIN', syscall: 'getaddrinfo' }, false],
  ['its name is gone', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }, false],
  ['no way leads there', { code: 'EHOSTUNREACH', syscall: 'connect' }, false],
  ['no way leads there any more', { code: 'EHOSTUNREACH', syscall: 'read' }, true],
  ['nobody listens', { code: 'ECONNREFUSED', syscall: 'connect' }, false],
  ['its socket is gone', { code: 'ENOENT', syscall: 'connect' }, false],
  ['it does not answer', { code: 'ETIMEDOUT', syscall: 'read' }, true],
  ['it hung up', { code: 'ECONNRESET', syscall: 'read' }, true],
];

test.each(ofSystem)('%s: away if the driver says so, otherwise not', (_what, values, isOpen) => {
  const error = fault('it went wrong', values);
  const wrapped = fault('Failed query', { cause: error });
  for (const each of [error, wrapped]) expect(judge(each)).toEqual({ isAway: false, isOpen: false });
  markDatabaseError(error);
  for (const each of [error, wrapped]) expect(judge(each)).toEqual({ isAway: true, isOpen });
});

test.each([
  ['no room on the disk for a row', { code: '53100', severity: 'ERROR' }, true, false],
  [
    'no room on the disk for its log, in the middle of a commit',
    { code: '53100', severity: 'PANIC' },
    true,
    true,
  ],
  ['a mistake of ours', { code: '42601', severity: 'ERROR' }, false, false],
])('%s', (_what, values, isAway, isOpen) => {
  const error = Object.assign(new pg.DatabaseError('it went wrong', 0, 'error'), values);
  for (const each of [error, fault('Failed query', { cause: error })])
    expect(judge(each)).toEqual({ isAway, isOpen });
});

describe('real errors', () => {
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
  ])('of a pool: %s means away, and nothing was stored', async (code, address) => {
    const { pool, db } = openDatabase(address, () => undefined);
    for (const work of [
      () => pool.query('SELECT 1'),
      () => pool.connect(),
      () => db.execute('SELECT 1'),
      () => new DatabaseClient(address).connect(),
    ]) {
      const error = await errorOf(work);
      expect(causeOf(error).message).toMatch(code === 'ENOTFOUND' ? /ENOTFOUND|EAI_AGAIN/ : code);
      expect(judge(error)).toEqual({ isAway: true, isOpen: false });
    }
    await pool.end();
  });

  test('of a socket that is reset during a statement: away, with an unknown outcome', async () => {
    const heard: Error[] = [];
    const { pool } = openDatabase(database.connection, (error) => heard.push(error));
    const client = await pool.connect();
    const sleeping = errorOf(() => client.query('SELECT pg_sleep(60)'));
    const reset = fault('read ECONNRESET', { code: 'ECONNRESET', syscall: 'read' });
    (
      client as unknown as { connection: { stream: { destroy(error: Error): void } } }
    ).connection.stream.destroy(reset);
    expect(judge(await sleeping)).toEqual({ isAway: true, isOpen: true });
    client.release(true);
    await pool.end();
  });

  test('of a file and of another server: not away', async () => {
    const ofFile = await errorOf(() => readFile('/nowhere/at/all'));
    const ofServer = await errorOf(() => fetch('http://127.0.0.1:1/'));
    for (const error of [ofFile, ofServer]) expect(judge(error)).toEqual({ isAway: false, isOpen: false });
  });
});
