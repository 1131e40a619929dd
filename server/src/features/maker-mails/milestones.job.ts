import { defineScheduledJob } from '../../jobs/job.ts';
import { recordMilestones } from './milestones.ts';
import type { Deps } from '../../deps.ts';

export const milestonesJob = defineScheduledJob({
  name: 'milestones',
  timeoutS: 5 * 60,
  cron: '*/10 * * * *',
  async run({ db, jobs, clock }: Deps) {
    await recordMilestones(db, jobs, clock());
  },
});
