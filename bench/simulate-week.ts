import { simulate } from './simulation.ts';
import type { Week } from './simulation-jobs.ts';

/** Worker process: simulates each week that its parent sends. */
process.on('message', ({ setting, population }: Week) => {
  process.send?.(simulate(setting, population));
});
