import { defineScheduledJob } from '../../jobs/job.ts';
import { queueSummaries } from './weekly.ts';
import type { Deps } from '../../deps.ts';

/** Runs hourly, to make up for a missed run. */
export const weeklyJob = defineScheduledJob({
  name: 'weekly-summaries',
  timeoutS: 10 * 60,
  cron: '5 * * * *',
  async run({ db, jobs, clock }: Deps, { isStopping }) {
    await queueSummaries(db, { jobs, now: clock(), isStopping });
  },
});
