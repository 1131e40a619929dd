import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { openDatabase } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';
import { allJobs } from '../start/all-jobs.ts';
import { createJobQueue } from '../jobs/queue.ts';
import { startPostgres15 } from './postgres-15.ts';
import { copyOfFolder, type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; user: string };
    emptyCluster: string;
  }
}

export const TEMPLATE_DATABASE = 'zapdeck_template';

/**
 * Test databases need no durability. Autovacuum is off, because new statistics would change plans and it takes
 * locks. A small cache makes dropping databases fast.
 */
const fast = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '128MB',
  autovacuum: 'off',
};

const run = promisify(execFile);
/** Tests that start the server run the build. */
const buildServer = () =>
  run(process.execPath, [
    fileURLToPath(new URL('../../../scripts/prepare.mjs', import.meta.url)),
    '--server',
  ]);

async function makeEmptyCluster(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder();
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path });
  await postgres.stop();
  return folder;
}

/**
 * Starts a PostgreSQL for the run and migrates a template that each test file copies.
 * @public
 */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  await buildServer();
  const emptyCluster = await makeEmptyCluster();
  const is15 = project.name === 'postgres-15';
  const folder = is15 ? await temporaryFolder() : await copyOfFolder(emptyCluster.path);
  const postgres = is15
    ? await startPostgres15(folder.path, fast)
    : await startEmbeddedPostgres({ dataDir: folder.path, settings: fast });
  const { host, user } = postgres.connection;
  const client = new pg.Client(postgres.connection);
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await client.end();
  const template = { host, user, database: TEMPLATE_DATABASE };
  await migrate(template);
  const { pool } = openDatabase(template, () => undefined);
  const queue = createJobQueue(pool, allJobs, { isWorker: false, onError: () => undefined });
  await queue.open();
  await queue.stop();
  await pool.end();
  project.provide('postgres', { host, user });
  project.provide('emptyCluster', emptyCluster.path);
  return async () => {
    await postgres.stop();
    await folder.remove();
    await emptyCluster.remove();
  };
}
