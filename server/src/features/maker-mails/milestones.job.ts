import * as z from 'zod/mini';
import { defineJob } from '../../jobs/job.ts';
import { noteMilestones } from './milestones.ts';

/** Sees every ten minutes which apps have their first likes and views. */
export const milestonesJob = defineJob({
  name: 'milestones',
  data: z.object({}),
  retries: { limit: 0, firstDelayS: 0, longestDelayS: 0 },
  timeoutS: 5 * 60,
  cron: '*/10 * * * *',
  async run({ db, jobs, clock }) {
    await noteMilestones(db, jobs, clock());
  },
});
