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
    /** Where the server of this run listens. */
    postgres: { host: string; user: string };
    /** A data folder in which nobody has done anything yet. */
    emptyCluster: string;
  }
}

export const TEMPLATE_DATABASE = 'zapdeck_template';

/**
 * Nothing of a test database outlives the run, so it need not survive a crash; the small cache is quick to search for dropped
 * ones. Nobody tidies up either: new statistics in the middle of a test would give new plans, and hold locks meanwhile.
 */
const fast = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  shared_buffers: '128MB',
  autovacuum: 'off',
};

const run = promisify(execFile);
/** Processes of the server run what `npm start` runs. */
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

/** Starts one real PostgreSQL for the run and migrates a template that each test file copies. */
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
