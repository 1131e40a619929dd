import { defineScheduledJob } from '../../jobs/job.ts';
import { purgePictures } from './pictures.ts';

/** Deletes unused pictures once a day. A picture that comes into use during the run postpones it to the next day. */
export const purgePicturesJob = defineScheduledJob({
  name: 'purge-pictures',
  timeoutS: 10 * 60,
  cron: '40 3 * * *',
  run: ({ db, clock }) => purgePictures(db, clock()),
});
