import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readOptions, say } from './command-line.ts';
import { storeResult } from './documents.ts';
import {
  audiences,
  defaults,
  largeInstance,
  otherWorlds,
  scoreOnly,
  settings,
  smallInstance,
} from './simulation/compared.ts';
import { type Comparison, type PromiseResult, writeSimulation } from './simulation/report.ts';
import type { Outcome, PromiseOutcome } from './simulation/week.ts';
import type { Task } from './simulation/worker.ts';

const options = readOptions({ seeds: 5 });
const seeds = Array.from({ length: options.seeds }, (_, index) => index + 1);
const WORKER = fileURLToPath(new URL('simulation/worker.ts', import.meta.url));

/** Runs all simulations on all cores. Results are in the order of the tasks. */
async function runAll<Result>(unit: string, tasks: readonly Task[]): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = [...tasks.entries()];
  let left = tasks.length;
  const work = async () => {
    // Advanced serialisation keeps NaN.
    const worker = fork(WORKER, { serialization: 'advanced' });
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, task] = next;
      worker.send(task);
      const [result] = (await once(worker, 'message')) as [Result];
      results[index] = result;
      left -= 1;
      if (left % seeds.length === 0) say(`${left} ${unit} left`);
    }
    worker.disconnect();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}

async function simulateWeeks(): Promise<Comparison[]> {
  const comparisons = [
    ...[largeInstance, smallInstance].flatMap((place) => settings.map((setting) => ({ place, setting }))),
    ...otherWorlds.flatMap((place) => [defaults, scoreOnly].map((setting) => ({ place, setting }))),
  ];
  const weeks = comparisons.flatMap(({ place, setting }) =>
    seeds.map((seed) => ({ setting, population: { ...place.population, seed } })),
  );
  const outcomes = await runAll<Outcome>('weeks', weeks);
  return comparisons.map(({ place, setting }, index) => ({
    place: place.name,
    setting: setting.name,
    outcomes: outcomes.slice(index * seeds.length, (index + 1) * seeds.length),
  }));
}

/** Simulates the arrivals of each audience under the defaults, and by score only. */
async function simulatePromise(): Promise<PromiseResult[]> {
  const weeks = audiences.flatMap(({ name, people }) => seeds.map((seed) => ({ name, people, seed })));
  const simulateBy = (setting: typeof defaults) =>
    runAll<PromiseOutcome>(
      'weeks with arrivals',
      weeks.map(({ people, seed }) => ({ setting, arrivals: { people, seed } })),
    );
  const [outcomes, byScore] = [await simulateBy(defaults), await simulateBy(scoreOnly)];
  return weeks.map(({ name: audience, seed }, index) => ({
    audience,
    seed,
    outcome: outcomes[index] as PromiseOutcome,
    byScore: byScore[index] as PromiseOutcome,
  }));
}

await storeResult('simulation', await simulateWeeks());
await storeResult('first-views', await simulatePromise());
process.stdout.write(`${await writeSimulation()}\n`);
