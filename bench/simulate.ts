import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { barChart } from './chart.ts';
import { compared } from './settings-compared.ts';
import { type Outcome, simulate } from './simulation.ts';
import { median } from './start-times.ts';
import { replaceGenerated, tableOf } from './table.ts';

const DOCS = fileURLToPath(new URL('../docs/', import.meta.url));

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '10000' },
    apps: { type: 'string', default: '1000' },
    seeds: { type: 'string', default: '3' },
  },
});
const [people, apps, seeds] = [Number(values.people), Number(values.apps), Number(values.seeds)];

/** Of every figure, the median over the seeds. */
function middleOf(outcomes: readonly Outcome[]): Outcome {
  const [first] = outcomes;
  if (!first) throw new Error('There is nothing to take the middle of');
  const names = Object.keys(first) as (keyof Outcome)[];
  return Object.fromEntries(
    names.map((name) => [name, median(outcomes.map((outcome) => outcome[name]))]),
  ) as unknown as Outcome;
}

const results = compared.map((setting) => {
  const outcomes = Array.from({ length: seeds }, (_, seed) =>
    simulate(setting, { people, apps, seed: seed + 1 }),
  );
  process.stdout.write(`${setting.name}\n`);
  return { name: setting.name, ...middleOf(outcomes) };
});

const percent = (share: number, digits = 1) => `${(100 * share).toFixed(digits)} %`;
const head = [
  'setting',
  'likes per view',
  'apps with 100 views',
  'hours until then',
  'Gini of views',
  'categories of 10',
  'repeats',
];
const table = tableOf(
  head,
  results.map((one) => [
    one.name,
    percent(one.likesPerView),
    percent(one.establishedShare),
    one.hoursToEstablished.toFixed(0),
    one.gini.toFixed(2),
    one.variety.toFixed(1),
    percent(one.repeatShare),
  ]),
);
const charts = {
  'simulation-likes.svg': barChart(
    'Likes per view',
    results.map(({ name, likesPerView: value }) => ({ name, value, label: percent(value) })),
  ),
  'simulation-newcomers.svg': barChart(
    'Approved apps that had their first hundred views within the week',
    results.map(({ name, establishedShare: value }) => ({ name, value, label: percent(value) })),
  ),
  'simulation-gini.svg': barChart(
    'How unevenly views fall on apps (Gini, less is more even)',
    results.map(({ name, gini: value }) => ({ name, value, label: value.toFixed(2) })),
  ),
};
for (const [name, chart] of Object.entries(charts)) await writeFile(`${DOCS}${name}`, chart);
const about = `${people.toLocaleString('en')} people, ${apps.toLocaleString('en')} apps, one week, medians over ${seeds} ${seeds === 1 ? 'seed' : 'seeds'}.`;
const images = Object.keys(charts).map((name) => `![${name.replace('.svg', '')}](${name})`);
const document = await readFile(`${DOCS}simulation.md`, 'utf8');
await writeFile(`${DOCS}simulation.md`, replaceGenerated(document, [about, table, ...images].join('\n\n')));
process.stdout.write(`${table}\n`);
