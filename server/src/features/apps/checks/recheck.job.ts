import * as z from 'zod/mini';
import { defineJob } from '../../../jobs/job.ts';
import { urlRulesOf } from '../app-url.ts';
import { recheckDue } from './frame-check.ts';

/** Looks every minute at a batch of the apps whose check is due. */
export const recheckJob = defineJob({
  name: 'recheck',
  data: z.object({}),
  retries: { limit: 0, firstDelayS: 0, longestDelayS: 0 },
  timeoutS: 10 * 60,
  cron: '* * * * *',
  async run({ config, db, clock, fetchPublic, jobs }, _data, { isStopping }) {
    const checks = { fetchPublic, rules: urlRulesOf(config), clock, jobs };
    await recheckDue(db, { ...checks, isStopping }, clock());
  },
});
