import { defineScheduledJob } from '../../../jobs/job.ts';
import { urlRulesOf } from '../../listings/address/url-rules.ts';
import { recheckDue } from './frame-check.ts';
import type { Deps } from '../../../deps.ts';

export const recheckJob = defineScheduledJob({
  name: 'recheck',
  timeoutS: 10 * 60,
  cron: '* * * * *',
  async run({ config, db, clock, fetchPublic, jobs }: Deps, { isStopping }) {
    const checks = { fetchPublic, rules: urlRulesOf(config), clock, jobs };
    await recheckDue(db, { ...checks, isStopping }, clock());
  },
});
