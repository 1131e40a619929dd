import { Id } from '@zapdeck/contract/wire/primitives';
import * as z from 'zod/mini';
import { defineJob, PutOff } from '../../jobs/job.ts';
import { settleTakeback } from './settle.ts';

const WORK_MS = 8 * 60_000;
const AGAIN_S = 1;

/** Takes votes back, or puts them back after an undo. An attempt that stops early loses nothing. */
export const settleTakebackJob = defineJob({
  name: 'settle-takeback',
  data: z.object({ id: Id }),
  retries: { limit: 20, firstDelayS: 1, longestDelayS: 300 },
  timeoutS: 10 * 60,
  async run({ db, clock }, { id }, { isStopping }) {
    const began = performance.now();
    const isOver = () => isStopping() || performance.now() - began > WORK_MS;
    if (!(await settleTakeback(db, id, { isOver, clock }))) throw new PutOff(AGAIN_S);
  },
});
