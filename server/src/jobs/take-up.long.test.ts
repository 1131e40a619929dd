import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Deps } from '../deps.ts';
import { settleTakebackJob } from '../features/takebacks/settle.ts';
import { trendingJob } from '../features/feed/trending/trending.job.ts';
import { newId } from '../db/columns.ts';
import { withinMinute } from '../testing/eventually.ts';
import { startHangingNode } from '../testing/hanging-node.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import type { Job } from './job.ts';
import { createJobQueue, type WorkingQueue } from './queue.ts';
import { queuedJobs } from '../testing/queued-jobs.ts';

const TAKEN_UP_MAX_MS = 30_000;

let database: TestDatabase;
let queue: WorkingQueue<Deps>;
let done: string[];
beforeEach(async () => {
  database = await createTestDatabase();
  done = [];
  const record = (job: Job): Job => ({ ...job, run: async () => void done.push(job.name) });
  queue = createJobQueue(database.pool, [settleTakebackJob, trendingJob].map(record), {
    isWorker: true,
    onError: () => undefined,
  });
  await queue.open();
});
afterEach(async () => {
  await queue.stop();
  await database.drop();
});

/** `npm run test:faults -- job-kills` does the same to each kind of job. */
test('takes over jobs of a killed node, once each', async () => {
  await queue.enqueue(database.db, settleTakebackJob, { id: newId() });
  await queue.enqueue(database.db, trendingJob, {});
  const hanging = startHangingNode(database.connection);
  await withinMinute(async () => {
    for (const job of [settleTakebackJob, trendingJob])
      expect(await queuedJobs(database.pool, job)).toMatchObject([{ state: 'active' }]);
  });
  hanging.kill('SIGKILL');
  const killedAt = performance.now();
  await queue.work({ db: database.db } as Deps, Fastify().log);
  await withinMinute(() => expect(done.toSorted()).toEqual([settleTakebackJob.name, trendingJob.name]));
  expect(performance.now() - killedAt).toBeLessThan(TAKEN_UP_MAX_MS);
});
