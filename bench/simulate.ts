import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { simulatePromise } from './first-views-report.ts';
import { DOCS, RESULTS } from './folders.ts';
import { compared, defaults, scoreOnly } from './settings-compared.ts';
import { simulateAll, type Week } from './simulation-jobs.ts';
import { type Comparison, writeSimulation } from './simulation-report.ts';
import { acceptance, otherWorlds, smallInstance, type SimulatedPlace } from './worlds-compared.ts';

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '5' } } });
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => index + 1);

const places: readonly (readonly [SimulatedPlace, readonly Week['setting'][]])[] = [
  [acceptance, compared],
  [smallInstance, compared],
  ...otherWorlds.map((place) => [place, [defaults, scoreOnly]] as const),
];
const comparisons = places.flatMap(([place, settings]) => settings.map((setting) => ({ place, setting })));
const weeks = comparisons.flatMap(({ place, setting }) =>
  seeds.map((seed): Week => ({ setting, population: { ...place.population, seed } })),
);
const promise = simulatePromise(seeds);
const outcomes = await simulateAll(weeks, (left) => {
  if (left % seeds.length === 0) process.stdout.write(`${left} weeks left\n`);
});
const results = comparisons.map(
  ({ place, setting }, index): Comparison => ({
    place: place.name,
    setting: setting.name,
    outcomes: outcomes.slice(index * seeds.length, (index + 1) * seeds.length),
  }),
);

await mkdir(RESULTS, { recursive: true });
await writeFile(`${RESULTS}simulation.json`, `${JSON.stringify(results)}\n`);
await writeFile(`${RESULTS}first-views.json`, `${JSON.stringify(promise)}\n`);
process.stdout.write(`${await writeSimulation(results, promise, DOCS)}\n`);
