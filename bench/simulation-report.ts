import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { barChart } from './chart.ts';
import { type PromiseResult, promiseText } from './first-views-report.ts';
import { formatRange, median } from './figures.ts';
import { monthText, type SimulatedMonth } from './ratings/month-report.ts';
import { defaults, scoreOnly } from './settings-compared.ts';
import type { Outcome } from './simulation.ts';
import { replaceGenerated } from './documents.ts';
import { tableOf } from './figures.ts';
import { acceptance, otherWorlds, smallInstance, type SimulatedPlace } from './worlds-compared.ts';

export interface Comparison {
  place: string;
  setting: string;
  outcomes: Outcome[];
}

const [ESTABLISHED_WANTED, LIKES_WANTED] = [0.95, 0.95];

const percent = (share: number, digits = 1) => `${(100 * share).toFixed(digits)} %`;
const whole = (number: number) => (Number.isNaN(number) ? '–' : number.toFixed(0));

const columns: readonly { head: string; of: keyof Outcome; format: (value: number) => string }[] = [
  { head: 'likes per view', of: 'likesPerView', format: percent },
  { head: 'apps with 100 views', of: 'establishedShare', format: percent },
  { head: 'hours until then', of: 'hoursToEstablished', format: whole },
  { head: 'Gini of views', of: 'gini', format: (value) => value.toFixed(2) },
  { head: 'categories of 10', of: 'variety', format: (value) => value.toFixed(1) },
  { head: 'repeats', of: 'repeatShare', format: percent },
];

function tableOfPlace(results: readonly Comparison[], { name }: SimulatedPlace): string {
  return tableOf(
    ['setting', ...columns.map(({ head }) => head)],
    results
      .filter(({ place }) => place === name)
      .map(({ setting, outcomes }) => [
        setting,
        ...columns.map(({ of, format }) =>
          formatRange(
            outcomes.map((outcome) => outcome[of]),
            format,
          ),
        ),
      ]),
  );
}

/** Pairs outcomes of defaults and score-only by seed. */
function pairsOf(results: readonly Comparison[], { name }: SimulatedPlace) {
  const outcomesOf = (setting: string) => {
    const found = results.find((one) => one.place === name && one.setting === setting);
    if (!found) throw new Error(`There are no results of ${setting} for: ${name}`);
    return found.outcomes;
  };
  const plain = outcomesOf(scoreOnly.name);
  return outcomesOf(defaults.name).flatMap((normal, index) => {
    const other = plain[index];
    return other ? [{ normal, plain: other, ratio: normal.likesPerView / other.likesPerView }] : [];
  });
}

type Pair = ReturnType<typeof pairsOf>[number];
const isKept = ({ normal, ratio }: Pair) =>
  normal.establishedShare >= ESTABLISHED_WANTED && ratio >= LIKES_WANTED;

function acceptanceTable(results: readonly Comparison[]): string {
  return tableOf(
    ['seed', 'apps with 100 views', 'likes per view', 'by score only', 'ratio', 'both reached'],
    pairsOf(results, acceptance).map((pair, index) => [
      String(index + 1),
      percent(pair.normal.establishedShare),
      percent(pair.normal.likesPerView, 2),
      percent(pair.plain.likesPerView, 2),
      pair.ratio.toFixed(2),
      isKept(pair) ? 'yes' : '**no**',
    ]),
  );
}

function worldsTable(results: readonly Comparison[]): string {
  return tableOf(
    ['assumption', 'apps with 100 views', 'by score only', 'ratio of likes', 'both reached'],
    otherWorlds.map((world) => {
      const pairs = pairsOf(results, world);
      const kept = pairs.filter(isKept).length;
      return [
        world.name,
        formatRange(
          pairs.map(({ normal }) => normal.establishedShare),
          percent,
        ),
        formatRange(
          pairs.map(({ plain }) => plain.establishedShare),
          percent,
        ),
        formatRange(
          pairs.map(({ ratio }) => ratio),
          (value) => value.toFixed(2),
        ),
        kept === pairs.length ? 'yes' : `**${kept} of ${pairs.length} weeks**`,
      ];
    }),
  );
}

const charts = {
  'simulation-likes.svg': {
    title: 'How many views become likes',
    of: 'likesPerView',
    unit: 'likes per view',
    format: percent,
  },
  'simulation-newcomers.svg': {
    title: 'Which apps get a first hundred views within the week',
    of: 'establishedShare',
    unit: 'share of the approved apps',
    format: percent,
  },
  'simulation-gini.svg': {
    title: 'How unevenly views fall on apps',
    of: 'gini',
    unit: 'Gini coefficient: 0 is all alike, 1 is all on one',
    format: (value: number) => value.toFixed(2),
  },
} as const;

/** Charts of the large instance by file name. */
function simulationCharts(results: readonly Comparison[]): Record<string, string> {
  const shown = results.filter(({ place }) => place === acceptance.name);
  return Object.fromEntries(
    Object.entries(charts).map(([file, { title, of, unit, format }]) => {
      const bars = shown.map(({ setting, outcomes }) => {
        const runs = outcomes.map((outcome) => outcome[of]);
        return { name: setting, runs, value: median(runs), isMarked: setting === defaults.name };
      });
      const tick = (value: number) => (format === percent ? percent(value, 0) : format(value));
      return [file, barChart(title, { bars, unit: `${unit}; a dot for each seed`, format, tick })];
    }),
  );
}

function sizeOf({ population: { people, apps } }: SimulatedPlace): string {
  return `${people.toLocaleString('en')} people, ${apps.toLocaleString('en')} apps`;
}

interface Simulated {
  weeks: readonly Comparison[];
  months: readonly SimulatedMonth[];
  promise: readonly PromiseResult[];
}

/** Reads the results of the last simulations. */
export async function readSimulation(folder: string): Promise<Simulated> {
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, name), 'utf8'));
  return {
    weeks: (await read('simulation.json')) as Comparison[],
    months: (await read('months.json')) as SimulatedMonth[],
    promise: (await read('first-views.json')) as PromiseResult[],
  };
}

function simulationText({ weeks: results, months, promise }: Simulated): string {
  const seeds = results[0]?.outcomes.length ?? 0;
  const images = Object.entries(charts).map(([file, { title }]) => `![${title}](${file})`);
  return [
    promiseText(promise),
    '## A week with many newcomers, seed by seed',
    `${sizeOf(acceptance)}. Wanted by the end of the week: at least ${percent(ESTABLISHED_WANTED, 0)} of the approved apps have 100 views, and likes per view are at least ${LIKES_WANTED} of those by score only.`,
    acceptanceTable(results),
    '## The settings compared',
    `${sizeOf(acceptance)}; medians of ${seeds} seeds, with the range in brackets.`,
    tableOfPlace(results, acceptance),
    ...images,
    '## A small catalogue',
    `${sizeOf(smallInstance)}. Most users see most of the apps.`,
    tableOfPlace(results, smallInstance),
    '## What this depends on',
    'The large instance with one assumption changed, with the defaults and by score only.',
    worldsTable(results),
    monthText(months),
  ].join('\n\n');
}

/** Writes tables and charts into the document and returns the tables. */
export async function writeSimulation(results: Simulated, docsFolder: string): Promise<string> {
  for (const [name, chart] of Object.entries(simulationCharts(results.weeks)))
    await writeFile(join(docsFolder, name), chart);
  const path = join(docsFolder, 'simulation.md');
  const text = simulationText(results);
  await writeFile(path, replaceGenerated(await readFile(path, 'utf8'), text));
  return text;
}
