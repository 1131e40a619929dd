import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { type Outcome, type Population, type Setting, simulate } from './simulation.ts';

/** One week to simulate. */
export interface Week {
  setting: Setting;
  population: Population;
}

/** Simulates all weeks, on every core; the outcomes are in the order of the weeks. `onDone` hears of each that is over. */
export async function simulateAll(
  weeks: readonly Week[],
  onDone: (left: number) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = [...weeks.entries()];
  let left = weeks.length;
  const work = async () => {
    const worker = new Worker(new URL(import.meta.url));
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, week] = next;
      worker.postMessage(week);
      const [outcome] = (await once(worker, 'message')) as [Outcome];
      outcomes[index] = outcome;
      left -= 1;
      onDone(left);
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return outcomes;
}

if (!isMainThread) {
  parentPort?.on('message', ({ setting, population }: Week) => {
    parentPort?.postMessage(simulate(setting, population));
  });
}
