import { fetchRatings, RATINGS_MISSING } from '../ratings/inst-eval.ts';
import { type Month, simulateMonth } from '../ratings/taste-month.ts';
import { type Measured, measureTastes } from '../ratings/tastes.ts';
import type { Setting } from './simulated-feed.ts';
import { type Arrivals, type Population, simulate, simulateArrivals } from './week.ts';

export type Task =
  | { setting: Setting; population: Population }
  | { setting: Setting; arrivals: Arrivals }
  | { month: Month };

let measured: Measured | undefined;

async function measureOnce(): Promise<Measured> {
  const ratings = await fetchRatings();
  if (!ratings) throw new Error(RATINGS_MISSING);
  return measureTastes(ratings);
}

async function run(task: Task): Promise<object> {
  if ('population' in task) return simulate(task.setting, task.population);
  if ('arrivals' in task) return simulateArrivals(task.setting, task.arrivals);
  measured ??= await measureOnce();
  return simulateMonth(measured, task.month);
}

/** Worker process: runs each simulation that its parent sends. */
process.on('message', (task: Task) => {
  void run(task).then((result) => process.send?.(result));
});
