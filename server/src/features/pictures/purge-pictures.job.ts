import { defineScheduledJob } from '../../jobs/job.ts';
import { purgePictures } from './pictures.ts';

/** A picture that came into use ends the run. The next one deletes the rest. */
export const purgePicturesJob = defineScheduledJob({
  name: 'purge-pictures',
  timeoutS: 10 * 60,
  cron: '40 3 * * *',
  run: ({ db, clock }) => purgePictures(db, clock()),
});
