import { defineScheduledJob } from '../../jobs/job.ts';
import { chooseToday } from './choose-today.ts';

/** Chooses the app of the day at 00:00 UTC. The later runs make up for a failed one, and for an instance that had too few apps. */
export const todayJob = defineScheduledJob({
  name: 'today',
  timeoutS: 60,
  cron: '*/10 * * * *',
  run: ({ db, clock }) => chooseToday(db, clock()),
});
