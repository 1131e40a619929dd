import { defineScheduledJob } from '../../../jobs/job.ts';
import { refreshPairs } from './refresh-pairs.ts';

const WORK_MS = 8 * 60_000;

/** Computes the pairs of apps whose likes have changed. A run that takes too long leaves the rest to the next one. */
export const pairsJob = defineScheduledJob({
  name: 'pairs',
  timeoutS: 10 * 60,
  cron: '3-59/10 * * * *',
  async run({ db, clock }, { isStopping }) {
    const began = performance.now();
    await refreshPairs(db, clock(), () => isStopping() || performance.now() - began > WORK_MS);
  },
});
