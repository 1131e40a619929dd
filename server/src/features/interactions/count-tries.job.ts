import { defineScheduledJob } from '../../jobs/job.ts';
import { countTries } from './count-tries.ts';

const WORK_MS = 4 * 60_000;

export const countTriesJob = defineScheduledJob({
  name: 'count-tries',
  timeoutS: 10 * 60,
  cron: '*/5 * * * *',
  async run({ db, clock }, { isStopping }) {
    const began = performance.now();
    await countTries(db, clock(), { isOver: () => isStopping() || performance.now() - began > WORK_MS });
  },
});
