import * as z from 'zod/mini';
import { defineJob } from '../../jobs/job.ts';
import { purgePictures } from './pictures.ts';

/** Deletes once a day what nobody shows any more; what is shown again at that moment makes it wait for the next day. */
export const purgePicturesJob = defineJob({
  name: 'purge-pictures',
  data: z.object({}),
  retries: { limit: 0, firstDelayS: 0, longestDelayS: 0 },
  timeoutS: 10 * 60,
  cron: '40 3 * * *',
  run: ({ db, clock }) => purgePictures(db, clock()),
});
