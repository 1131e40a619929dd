import { defineScheduledJob } from '../../jobs/job.ts';
import { chooseToday } from './choose-today.ts';

/** Chooses the app of the day at 00:00 UTC, and after approvals. Other runs make up for a failed one. */
export const todayJob = defineScheduledJob({
  name: 'today',
  timeoutS: 60,
  cron: '*/10 * * * *',
  run: ({ db, clock }) => chooseToday(db, clock()),
});
