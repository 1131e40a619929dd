import { Id } from '@zapdeck/contract/wire/primitives';
import * as z from 'zod/mini';
import { defineJob } from '../../../jobs/job.ts';
import { urlRulesOf } from '../../listings/address/url-rules.ts';
import { lookForPicture } from './app-picture.ts';
import { PictureSources } from './find-picture.ts';
import type { Deps } from '../../../deps.ts';

export const pictureJob = defineJob({
  name: 'picture',
  data: z.object({ appId: Id, sources: PictureSources }),
  retries: { limit: 2, firstDelayS: 60, longestDelayS: 600 },
  timeoutS: 3 * 60,
  atOnce: 4,
  run: ({ config, db, clock, fetchPublic, pictureMaker }: Deps, data) =>
    lookForPicture(db, data, { fetchPublic, pictureMaker, rules: urlRulesOf(config) }, clock()),
});
