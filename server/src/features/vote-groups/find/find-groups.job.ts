import { defineScheduledJob } from '../../../jobs/job.ts';
import { refreshGroups } from './refresh-groups.ts';

const WORK_MS = 8 * 60_000;

/** Finds groups of accounts whose likes coincide, every night. The next run does the work of one that stops early. */
export const findGroupsJob = defineScheduledJob({
  name: 'find-groups',
  timeoutS: 10 * 60,
  cron: '40 2 * * *',
  async run({ db, clock }, { log, isStopping }) {
    const began = performance.now();
    const isOver = () => isStopping() || performance.now() - began > WORK_MS;
    if (!(await refreshGroups(db, clock(), isOver))) log.warn('the comparison of likes stopped early');
  },
});
