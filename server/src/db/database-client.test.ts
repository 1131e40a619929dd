import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { DatabaseClient } from './database-client.ts';

let database: TestDatabase;
let client: DatabaseClient;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new DatabaseClient(database.connection);
  const connected = client.connect();
  expect(client.isPending).toBe(true);
  await connected;
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test.each([
  ['a result', 'SELECT 1', undefined],
  ['an error', 'SELECT 1 / 0', '22012'],
])('a client is pending until its query has %s', async (_result, text, code) => {
  expect(client.isPending).toBe(false);
  const queried = client.query(text).then(
    () => undefined,
    (error: pg.DatabaseError) => error.code,
  );
  expect(client.isPending).toBe(true);
  expect(await queried).toBe(code);
  expect(client.isPending).toBe(false);
  const called = new Promise((resolve) =>
    client.query(text, (error?: Error & { code?: string }) => resolve(error?.code)),
  );
  expect(client.isPending).toBe(true);
  expect(await called).toBe(code);
  expect(client.isPending).toBe(false);
});
