import * as z from 'zod/mini';
import { defineJob } from '../../jobs/job.ts';
import { countTries } from './count-tries.ts';

/** It ends by itself well before the queue would give it up, and goes on the next time. */
const WORK_MS = 4 * 60_000;

/** Counts every five minutes, on one node, how long people have tried each app, for the median that its maker reads. */
export const countTriesJob = defineJob({
  name: 'count-tries',
  data: z.object({}),
  retries: { limit: 0, firstDelayS: 0, longestDelayS: 0 },
  timeoutS: 10 * 60,
  cron: '*/5 * * * *',
  async run({ db, clock }, _data, { isStopping }) {
    const began = performance.now();
    await countTries(db, clock(), { isOver: () => isStopping() || performance.now() - began > WORK_MS });
  },
});
