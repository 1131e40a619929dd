import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './client.ts';
import { inTransaction } from './transaction.ts';
import { tracingRequest } from './trace-requests.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a connection bears the id of the request that uses it, in and out of transactions, and loses it after', async () => {
  const { db, pool } = openDatabase({ ...database.connection, max: 1 }, () => undefined);
  const read = async (via: Pick<typeof db, 'execute'>) =>
    (await via.execute<{ application_name: string }>('SHOW application_name')).rows[0]?.application_name;
  expect(await read(db)).toBe('zapdeck');
  await tracingRequest('one', async () => {
    expect(await read(db)).toBe('zapdeck one');
    await inTransaction(db, async (tx) => expect(await read(tx)).toBe('zapdeck one'));
  });
  // Two at once share the one connection in turn, and neither has the name of the other.
  const both = ['two', "it's three"].map((id) => tracingRequest(id, () => read(db)));
  expect(await Promise.all(both)).toEqual(['zapdeck two', "zapdeck it's three"]);
  expect(await read(db)).toBe('zapdeck');
  await pool.end();
});

test('a database that is away is said as without a trace', async () => {
  const { db, pool } = openDatabase({ host: '127.0.0.1', port: 1 }, () => undefined);
  await tracingRequest('one', () => expect(db.execute('SELECT 1')).rejects.toThrow());
  await pool.end();
});
