import { PROMISE_HOURS } from '@zapdeck/contract/feed/first-views';
import { requireResult, writeDocument } from '../documents.ts';
import { formatRange, median, percent, tableOf } from '../figures.ts';
import {
  audiences,
  defaults,
  largeInstance,
  otherWorlds,
  scoreOnly,
  type SimulatedPlace,
  smallInstance,
} from './compared.ts';
import { ARRIVALS_PER_DAY, ESTABLISHED, type Outcome, type PromiseOutcome } from './week.ts';

export interface Comparison {
  place: string;
  setting: string;
  outcomes: Outcome[];
}

const [ESTABLISHED_WANTED, LIKES_WANTED] = [0.95, 0.95];

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
        ...columns.map(({ of, format }) => formatRange(outcomes, (outcome) => outcome[of], format)),
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

function seedsTable(results: readonly Comparison[]): string {
  return tableOf(
    ['seed', 'apps with 100 views', 'likes per view', 'by score only', 'ratio', 'both reached'],
    pairsOf(results, largeInstance).map((pair, index) => [
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
        formatRange(pairs, ({ normal }) => normal.establishedShare, percent),
        formatRange(pairs, ({ plain }) => plain.establishedShare, percent),
        formatRange(
          pairs,
          ({ ratio }) => ratio,
          (value) => value.toFixed(2),
        ),
        kept === pairs.length ? 'yes' : `**${kept} of ${pairs.length} weeks**`,
      ];
    }),
  );
}

/** A week of an audience under the defaults, and by score only. */
export interface PromiseResult {
  audience: string;
  seed: number;
  outcome: PromiseOutcome;
  byScore: PromiseOutcome;
}

/** Returns the section of the document. Each number is the worst of all seeds, except for medians of hours and places. */
function promiseText(results: readonly PromiseResult[]): string {
  const rows = audiences.map(({ name, people, wanted }) => {
    const weeks = results.filter(({ audience }) => audience === name);
    const kept = Math.min(...weeks.map(({ outcome }) => outcome.kept));
    const likes = Math.min(
      ...weeks.map(({ outcome, byScore }) => outcome.likesPerView / byScore.likesPerView),
    );
    const middle = (of: 'hours' | 'places') => median(weeks.map(({ outcome }) => outcome[of]));
    return [
      `${name} (${people.toLocaleString('en')})`,
      percent(kept),
      percent(wanted),
      middle('hours').toFixed(1),
      percent(middle('places')),
      likes.toFixed(3),
      kept >= wanted && likes >= LIKES_WANTED ? 'yes' : '**no**',
    ];
  });
  const head = [
    'people',
    `100 views within ${PROMISE_HOURS} hours`,
    'wanted',
    'median hours',
    'share of all places',
    'likes per view, of score only',
    'promise kept',
  ];
  return [
    '## The first 100 views',
    `${ESTABLISHED} established apps, ${ARRIVALS_PER_DAY} new ones a day, and up to 1.2 million views in the week. Only apps count that were approved at least ${PROMISE_HOURS} hours before its end. Shares of apps and likes are the worst of all seeds. Hours and places are medians. Likes per view must be at least ${LIKES_WANTED} of those by score only.`,
    tableOf(head, rows),
  ].join('\n\n');
}

function sizeOf({ population: { people, apps } }: SimulatedPlace): string {
  return `${people.toLocaleString('en')} people, ${apps.toLocaleString('en')} apps`;
}

interface Simulated {
  weeks: readonly Comparison[];
  promise: readonly PromiseResult[];
}

function simulationText({ weeks: results, promise }: Simulated): string {
  const seeds = results[0]?.outcomes.length ?? 0;
  return [
    promiseText(promise),
    '## A week with many newcomers, seed by seed',
    `${sizeOf(largeInstance)}. Wanted by the end of the week: at least ${percent(ESTABLISHED_WANTED, 0)} of the approved apps have 100 views, and likes per view are at least ${LIKES_WANTED} of those by score only.`,
    seedsTable(results),
    '## The settings compared',
    `${sizeOf(largeInstance)}; medians of ${seeds} seeds, with the range in brackets.`,
    tableOfPlace(results, largeInstance),
    '## A small catalogue',
    `${sizeOf(smallInstance)}. Most users see most of the apps.`,
    tableOfPlace(results, smallInstance),
    '## What this depends on',
    'The large instance with one assumption changed, with the defaults and by score only.',
    worldsTable(results),
  ].join('\n\n');
}

/** Writes the tables of the last simulations into the document. Returns the tables. */
export async function writeSimulation(): Promise<string> {
  const weeks = await requireResult<Comparison[]>('simulation');
  const promise = await requireResult<PromiseResult[]>('first-views');
  const text = simulationText({ weeks, promise });
  await writeDocument('simulation.md', text);
  return text;
}
