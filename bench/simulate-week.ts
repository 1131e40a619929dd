import { simulate } from './simulation.ts';
import type { Week } from './simulation-jobs.ts';

/** Simulates each week that the parent process sends, and sends its outcome back. */
process.on('message', ({ setting, population }: Week) => {
  process.send?.(simulate(setting, population));
});
