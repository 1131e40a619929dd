import { defineScheduledJob } from '../../jobs/job.ts';
import { makeReports } from './make-reports.ts';
import { refreshState } from './state.ts';
import type { Deps } from '../../deps.ts';

/** Every minute, refreshes the share of newcomers and makes reports. */
export const firstViewsJob = defineScheduledJob({
  name: 'first-views',
  timeoutS: 5 * 60,
  cron: '* * * * *',
  async run({ db, jobs, clock, config }: Deps, { isStopping }) {
    await refreshState(db, clock(), config);
    await makeReports(db, { jobs, now: clock(), isStopping });
  },
});
