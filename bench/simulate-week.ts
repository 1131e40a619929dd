import type { Setting } from './simulated-feed.ts';
import { type Population, simulate } from './simulation.ts';

export interface Week {
  setting: Setting;
  population: Population;
}

/** Worker process: simulates each week that its parent sends. */
process.on('message', ({ setting, population }: Week) => {
  process.send?.(simulate(setting, population));
});
