import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createPasswordHasher } from '../accounts/passwords.ts';
import { ensureAdmin } from '../features/users/first-admin.ts';
import { allJobs } from './all-jobs.ts';
import { createJobQueue } from '../jobs/queue.ts';
import { openDatabase } from '../db/client.ts';
import { migrate, readSchemaFiles } from '../db/migrate.ts';
import { patient } from '../testing/test-database.ts';
import { withBoss } from '../testing/queued-jobs.ts';

const NODES = 5;

let owner: pg.Client;
const databases: string[] = [];
beforeAll(async () => {
  owner = new pg.Client({ ...inject('postgres'), database: 'postgres' });
  await owner.connect();
});
afterAll(async () => {
  for (const name of databases) await owner.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await owner.end();
});

async function emptyDatabase() {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await owner.query(`CREATE DATABASE ${name}`);
  databases.push(name);
  return { ...inject('postgres'), database: name };
}

const fiveTimes = <T>(work: () => Promise<T>) => Promise.allSettled(Array.from({ length: NODES }, work));

test('five nodes that start at once create one schema, one queue and one admin', async () => {
  const connection = await emptyDatabase();
  const passwords = createPasswordHasher();
  const starts = await fiveTimes(async () => {
    await migrate(connection);
    const { db, pool } = openDatabase({ ...connection, ...patient }, () => undefined);
    const queue = createJobQueue(pool, allJobs, { isWorker: false, onError: () => undefined });
    await queue.open();
    const admin = await ensureAdmin(db, { passwords, jobs: queue, now: new Date() }, undefined);
    await queue.stop();
    await pool.end();
    return admin;
  });
  expect(starts.filter(({ status }) => status === 'rejected')).toEqual([]);
  // One node shows it, the others find the account.
  expect(
    starts.filter((start) => start.status === 'fulfilled' && start.value.generated !== undefined),
  ).toHaveLength(1);
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query(
    `SELECT (SELECT count(*)::int FROM users WHERE is_admin) AS admins,
      (SELECT count(*)::int FROM schema_files) AS files`,
  );
  const queues = await withBoss(client, (boss) => boss.getQueues());
  await client.end();
  const { migrations, functions } = readSchemaFiles();
  expect(rows).toEqual([
    {
      admins: 1,
      files: migrations.length + functions.length,
    },
  ]);
  expect(queues.map(({ name }) => name)).toEqual(expect.arrayContaining(allJobs.map(({ name }) => name)));
});

test('five nodes fail without the lock: the previous test can fail', async () => {
  const connection = await emptyDatabase();
  const starts = await fiveTimes(async () => {
    const client = new pg.Client(connection);
    await client.connect();
    try {
      await client.query('BEGIN');
      for (const { sql } of readSchemaFiles().migrations) await client.query(sql);
      await client.query('COMMIT');
    } finally {
      await client.end();
    }
  });
  expect(starts.filter(({ status }) => status === 'rejected')).not.toEqual([]);
});
