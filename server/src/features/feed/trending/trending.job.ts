import { defineScheduledJob } from '../../../jobs/job.ts';
import { refreshTrending } from './trending.ts';

export const trendingJob = defineScheduledJob({
  name: 'trending',
  timeoutS: 5 * 60,
  cron: '*/10 * * * *',
  async run({ db, clock }) {
    await refreshTrending(db, clock());
  },
});
