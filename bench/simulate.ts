import { mkdir, writeFile } from 'node:fs/promises';
import { readOptions, say } from './command-line.ts';
import { simulatePromise } from './first-views-report.ts';
import { DOCS, RESULTS } from './documents.ts';
import { fetchRatings, RATINGS_MISSING } from './ratings/inst-eval.ts';
import { type SimulatedMonth, strengths } from './ratings/month-report.ts';
import type { Month, MonthOutcome } from './ratings/taste-month.ts';
import { runJobs } from './run-jobs.ts';
import { compared, defaults, scoreOnly } from './settings-compared.ts';
import type { Week } from './simulate-week.ts';
import { type Comparison, readSimulation, writeSimulation } from './simulation-report.ts';
import type { Outcome } from './simulation.ts';
import { acceptance, otherWorlds, smallInstance, type SimulatedPlace } from './worlds-compared.ts';

const parts = ['weeks', 'months', 'promise'];
const options = readOptions({ seeds: 5, only: parts.join() });
const chosen = options.only.split(',');
if (chosen.some((part) => !parts.includes(part))) throw new Error(`--only takes ${parts.join(', ')}`);
const seeds = Array.from({ length: options.seeds }, (_, index) => index + 1);

const sayLeft = (unit: string) => (left: number) => {
  if (left % seeds.length === 0) say(`${left} ${unit} left`);
};

async function simulateWeeks(): Promise<Comparison[]> {
  const places: readonly (readonly [SimulatedPlace, readonly Week['setting'][]])[] = [
    [acceptance, compared],
    [smallInstance, compared],
    ...otherWorlds.map((place) => [place, [defaults, scoreOnly]] as const),
  ];
  const comparisons = places.flatMap(([place, settings]) => settings.map((setting) => ({ place, setting })));
  const weeks = comparisons.flatMap(({ place, setting }) =>
    seeds.map((seed): Week => ({ setting, population: { ...place.population, seed } })),
  );
  const worker = new URL('simulate-week.ts', import.meta.url);
  const outcomes = await runJobs<Outcome>(worker, weeks, sayLeft('weeks'));
  return comparisons.map(({ place, setting }, index) => ({
    place: place.name,
    setting: setting.name,
    outcomes: outcomes.slice(index * seeds.length, (index + 1) * seeds.length),
  }));
}

async function simulateMonths(): Promise<SimulatedMonth[]> {
  const months = Object.values(strengths).flatMap((strength) =>
    (['best', 'for-you'] as const).flatMap((deck) => seeds.map((seed): Month => ({ deck, strength, seed }))),
  );
  const worker = new URL('simulate-month.ts', import.meta.url);
  const outcomes = await runJobs<MonthOutcome>(worker, months, sayLeft('months'));
  return months.flatMap((month, index) => {
    const outcome = outcomes[index];
    return outcome ? [{ ...month, ...outcome }] : [];
  });
}

await mkdir(RESULTS, { recursive: true });
if (chosen.includes('weeks'))
  await writeFile(`${RESULTS}simulation.json`, `${JSON.stringify(await simulateWeeks())}\n`);
if (chosen.includes('months')) {
  if (await fetchRatings())
    await writeFile(`${RESULTS}months.json`, `${JSON.stringify(await simulateMonths())}\n`);
  else process.stdout.write(`Months: ${RATINGS_MISSING}\n`);
}
if (chosen.includes('promise'))
  await writeFile(`${RESULTS}first-views.json`, `${JSON.stringify(simulatePromise(seeds))}\n`);
process.stdout.write(`${await writeSimulation(await readSimulation(RESULTS), DOCS)}\n`);
