import { decideApps } from '@zapdeck/contract/moderation/decisions';
import { pendingApps } from '@zapdeck/contract/moderation/pending-apps';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../db/client.ts';
import { appMails } from '../features/makers/app-mails.ts';
import { eventually } from '../testing/eventually.ts';
import { openTestApp, type Person, type TestApp } from '../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

const BULK = 2;
const WAIT_MS = 60_000;

let database: TestDatabase;
let bulk: Database;
let t: TestApp;
let admin: Person;
/** Releases all connections for bulk work. */
let release: () => void;
beforeEach(async () => {
  database = await createTestDatabase();
  const connection = { ...database.connection, max: BULK, connectionTimeoutMillis: WAIT_MS };
  bulk = openDatabase(connection, () => undefined);
  t = await openTestApp({ database, bulk, runsJobs: true });
  admin = await t.person('admin');
  const held = await Promise.all(Array.from({ length: BULK }, () => bulk.pool.connect()));
  release = () => {
    for (const client of held.splice(0)) client.release();
  };
});
afterEach(async () => {
  release();
  await t.close();
  await bulk.pool.end();
  await database.drop();
});

test('a decision on many apps waits for the connections of bulk work, but other requests do not', async () => {
  const { id } = await t.addApp({ status: 'pending' });
  const deciding = t.call(decideApps, { body: { ids: [id], decision: 'approved' } }, admin);
  await eventually(() => expect(bulk.pool.waitingCount).toBe(1));
  expect((await t.call(pendingApps, { query: {} }, admin)).status).toBe(200);
  release();
  expect((await deciding).body.outcomes).toMatchObject([{ id, outcome: 'decided' }]);
});

test('jobs wait for the connections of bulk work', { tags: 'long' }, async () => {
  const { id } = await t.addApp();
  await t.deps.jobs.enqueueAll(
    t.deps.db,
    appMails,
    Array.from({ length: 50 }, () => ({ kind: 'received' as const, appId: id })),
  );
  await eventually(() => expect(bulk.pool.waitingCount).toBeGreaterThan(1));
  expect(t.sentMails).toEqual([]);
  release();
  await eventually(() => expect(t.sentMails).toHaveLength(50));
});
