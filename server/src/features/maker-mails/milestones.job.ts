import { defineScheduledJob } from '../../jobs/job.ts';
import { recordMilestones } from './milestones.ts';

export const milestonesJob = defineScheduledJob({
  name: 'milestones',
  timeoutS: 5 * 60,
  cron: '*/10 * * * *',
  async run({ db, jobs, clock }) {
    await recordMilestones(db, jobs, clock());
  },
});
