import * as z from 'zod/mini';
import { defineJob } from '../../jobs/job.ts';
import { queueSummaries } from './weekly.ts';

/** Sees every hour whether summaries of the last week are still to be sent; on Mondays from eight on, by UTC, they are. */
export const weeklyJob = defineJob({
  name: 'weekly-summaries',
  data: z.object({}),
  retries: { limit: 0, firstDelayS: 0, longestDelayS: 0 },
  timeoutS: 10 * 60,
  cron: '5 * * * *',
  async run({ db, jobs, clock }, _data, { isStopping }) {
    await queueSummaries(db, { jobs, now: clock(), isStopping });
  },
});
