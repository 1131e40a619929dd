import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import type pg from 'pg';
import { openDatabase } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { createJobQueue } from '../jobs/queue.ts';
import { allJobs } from '../start/all-jobs.ts';

const FILE = fileURLToPath(import.meta.url);

/** Starts a node that only runs jobs, which never end. Kill it. */
export function startHangingNode(connection: pg.PoolConfig): ChildProcess {
  return fork(FILE, [JSON.stringify(connection)], { stdio: 'inherit' });
}

if (process.argv[1] === FILE) {
  const { db, pool } = openDatabase(JSON.parse(process.argv[2] ?? '') as pg.PoolConfig, () => undefined);
  const jobs = allJobs.map((job) => ({ ...job, run: () => new Promise<void>(() => undefined) }));
  const queue = createJobQueue(pool, jobs, { isWorker: true, onError: () => undefined });
  await queue.open();
  await queue.work({ db } as Deps, Fastify().log);
}
