import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Setting } from './simulated-feed.ts';
import type { Outcome, Population } from './simulation.ts';

const WORKER = fileURLToPath(new URL('simulate-week.ts', import.meta.url));

export interface Week {
  setting: Setting;
  population: Population;
}

/** Simulates all weeks on all cores. Outcomes are in the order of `weeks`; `onDone` is called after each. */
export async function simulateAll(
  weeks: readonly Week[],
  onDone: (left: number) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = [...weeks.entries()];
  let left = weeks.length;
  const work = async () => {
    // Advanced serialisation keeps NaN.
    const worker = fork(WORKER, { serialization: 'advanced' });
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, week] = next;
      worker.send(week);
      const [outcome] = (await once(worker, 'message')) as [Outcome];
      outcomes[index] = outcome;
      left -= 1;
      onDone(left);
    }
    worker.disconnect();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return outcomes;
}
