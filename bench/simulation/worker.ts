import type { Setting } from './simulated-feed.ts';
import { type Arrivals, type Population, simulate, simulateArrivals } from './week.ts';

export type Task = { setting: Setting; population: Population } | { setting: Setting; arrivals: Arrivals };

/** Worker process: runs each simulation that its parent sends. */
process.on('message', (task: Task) => {
  process.send?.(
    'population' in task
      ? simulate(task.setting, task.population)
      : simulateArrivals(task.setting, task.arrivals),
  );
});
