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

const outcomeRange = (of: keyof Outcome, format: (value: number) => string) => {
  return ({ outcomes }: Comparison) => formatRange(outcomes, (outcome) => outcome[of], format);
};

const tableOfPlace = (results: readonly Comparison[], { name }: SimulatedPlace): string =>
  tableOf(
    results.filter(({ place }) => place === name),
    {
      setting: ({ setting }) => setting,
      'likes per view': outcomeRange('likesPerView', percent),
      'apps with 100 views': outcomeRange('establishedShare', percent),
      'hours until then': outcomeRange('hoursToEstablished', whole),
      'Gini of views': outcomeRange('gini', (value) => value.toFixed(2)),
      'categories of 10': outcomeRange('variety', (value) => value.toFixed(1)),
      repeats: outcomeRange('repeatShare', percent),
    },
  );

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

const seedsTable = (results: readonly Comparison[]): string =>
  tableOf(pairsOf(results, largeInstance), {
    seed: (_, index) => String(index + 1),
    'apps with 100 views': ({ normal }) => percent(normal.establishedShare),
    'likes per view': ({ normal }) => percent(normal.likesPerView, 2),
    'by score only': ({ plain }) => percent(plain.likesPerView, 2),
    ratio: ({ ratio }) => ratio.toFixed(2),
    'both reached': (pair) => (isKept(pair) ? 'yes' : '**no**'),
  });

function worldsTable(results: readonly Comparison[]): string {
  const worlds = otherWorlds.map((world) => ({ name: world.name, pairs: pairsOf(results, world) }));
  const ratioOf = ({ ratio }: Pair) => ratio;
  return tableOf(worlds, {
    assumption: ({ name }) => name,
    'apps with 100 views': ({ pairs }) =>
      formatRange(pairs, ({ normal }) => normal.establishedShare, percent),
    'by score only': ({ pairs }) => formatRange(pairs, ({ plain }) => plain.establishedShare, percent),
    'ratio of likes': ({ pairs }) => formatRange(pairs, ratioOf, (value) => value.toFixed(2)),
    'both reached': ({ pairs }) => {
      const kept = pairs.filter(isKept).length;
      return kept === pairs.length ? 'yes' : `**${kept} of ${pairs.length} weeks**`;
    },
  });
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
  const outcomes = audiences.map((audience) => {
    const weeks = results.filter((week) => week.audience === audience.name);
    const ratios = weeks.map(({ outcome, byScore }) => outcome.likesPerView / byScore.likesPerView);
    return {
      ...audience,
      kept: Math.min(...weeks.map(({ outcome }) => outcome.kept)),
      likes: Math.min(...ratios),
      hours: median(weeks.map(({ outcome }) => outcome.hours)),
      places: median(weeks.map(({ outcome }) => outcome.places)),
    };
  });
  return [
    '## The first 100 views',
    `${ESTABLISHED} established apps, ${ARRIVALS_PER_DAY} new ones a day, and up to 1.2 million views in the week. Only apps count that were approved at least ${PROMISE_HOURS} hours before its end. Shares of apps and likes are the worst of all seeds. Hours and places are medians. Likes per view must be at least ${LIKES_WANTED} of those by score only.`,
    tableOf(outcomes, {
      people: ({ name, people }) => `${name} (${people.toLocaleString('en')})`,
      [`100 views within ${PROMISE_HOURS} hours`]: ({ kept }) => percent(kept),
      wanted: ({ wanted }) => percent(wanted),
      'median hours': ({ hours }) => hours.toFixed(1),
      'share of all places': ({ places }) => percent(places),
      'likes per view, of score only': ({ likes }) => likes.toFixed(3),
      'promise kept': ({ kept, wanted, likes }) =>
        kept >= wanted && likes >= LIKES_WANTED ? 'yes' : '**no**',
    }),
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
