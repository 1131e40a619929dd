import { PROMISE_HOURS } from '@zapdeck/contract/feed/first-views';
import { ARRIVALS_PER_DAY, ESTABLISHED, type PromiseOutcome, simulateArrivals } from './first-views.ts';
import { median } from './figures.ts';
import { defaults, scoreOnly } from './settings-compared.ts';
import { tableOf } from './figures.ts';

/** An audience with the share of the apps that must get their first views in time. */
const audiences = [
  { name: 'all people', people: 10_000, wanted: 0.95 },
  { name: 'half of them', people: 5_000, wanted: 0.9 },
  { name: 'a quarter', people: 2_500, wanted: 0.8 },
] as const;
const LIKES_WANTED = 0.95;

/** A week of an audience under the defaults, and by score only. */
export interface PromiseResult {
  audience: string;
  seed: number;
  outcome: PromiseOutcome;
  byScore: PromiseOutcome;
}

/** Simulates the week of each audience with each seed. */
export function simulatePromise(seeds: readonly number[]): PromiseResult[] {
  return audiences.flatMap(({ name, people }) =>
    seeds.map((seed) => ({
      audience: name,
      seed,
      outcome: simulateArrivals(defaults, { people, seed }),
      byScore: simulateArrivals(scoreOnly, { people, seed }),
    })),
  );
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** Returns the section of the document. Each number is the worst of all seeds, except for medians of hours and places. */
export function promiseText(results: readonly PromiseResult[]): string {
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
