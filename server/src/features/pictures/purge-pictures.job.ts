import { defineScheduledJob } from '../../jobs/job.ts';
import { purgePictures } from './pictures.ts';

/** Runs daily. If a picture comes into use during the run, the next run deletes the rest. */
export const purgePicturesJob = defineScheduledJob({
  name: 'purge-pictures',
  timeoutS: 10 * 60,
  cron: '40 3 * * *',
  run: ({ db, clock }) => purgePictures(db, clock()),
});
