import type { Deck, DeckKind } from '@zapdeck/contract/feed/decks';
import type { AlgorithmType } from '@zapdeck/contract/instance/settings';
import { unplanned, type Use } from '../../db/statement.ts';
import type { AskedQuery } from '../search/asked-query.ts';
import { foundApps, matches, matchKeys } from '../search/search-apps.ts';
import type { Key } from './order.ts';

/** Writes SQL, and adds its values with `use`. */
type Sql = (use: Use) => string;

/** A deck. The deck of a search includes the parsed query. */
export type OpenDeck =
  | Exclude<Deck, { kind: 'search' }>
  | (Extract<Deck, { kind: 'search' }> & { asked: AskedQuery });

/** Apps in an order. */
export interface List {
  /** Tables, `apps` among them. */
  from: Sql;
  /** Condition on the tables. */
  where: Sql;
  keys: readonly Key[];
}

/** The apps of a deck and their order, in SQL. */
export interface Source {
  /** Lists whose keys have the same types. The deck merges them. `skipsSeen` leaves out the apps that the viewer has seen. */
  lists: readonly [List, ...List[]];
  /** Condition on `apps` alone: the app is in the deck. Null if all approved apps are. */
  contains: Sql | null;
  skipsSeen: boolean;
  hasNewcomers: boolean;
  /** True if apps that likes of the viewer lead to come first. */
  hasPairs: boolean;
}

/** A deck of a viewer, with the algorithm that it keeps. */
export interface ViewersDeck {
  deck: OpenDeck;
  viewerId: string;
  algorithm: AlgorithmType;
}

const CREATED_AT: Key = { column: 'apps.created_at', type: 'timestamptz' };
const ID: Key = { column: 'apps.id', type: 'uuid' };

/** Each approval has its own number. */
const byApproval: readonly Key[] = [{ column: 'apps.approval_no', type: 'int8' }];
const byTrend: readonly Key[] = [{ column: 'trending_scores.score', type: 'float8' }, ...byApproval];
const byLike: readonly Key[] = [{ column: 'votes.created_at', type: 'timestamptz' }, ID];
const byScore: readonly Key[] = [{ column: 'apps.ranking_score', type: 'float8' }, CREATED_AT, ID];
const byUpvotes: readonly Key[] = [{ column: 'apps.upvotes', type: 'int4' }, CREATED_AT, ID];
const byAlgorithm = { normal: byScore, simple: byScore, semi_simple: byUpvotes } as const satisfies Record<
  AlgorithmType,
  readonly Key[]
>;

/** Returns a condition: the viewer has not seen the app. Looks up each app: the planner cannot turn a scalar subquery into a join. */
export const unseenOneByOne =
  (viewerId: string, column = 'apps.id'): Sql =>
  (use) =>
    `(SELECT true FROM seen_apps WHERE user_id = ${use(viewerId)}::uuid AND app_id = ${column}) IS NOT TRUE`;

const isLike =
  (viewerId: string): Sql =>
  (use) =>
    `votes.user_id = ${use(viewerId)}::uuid AND votes.vote_type = 'up'`;

const hasTag =
  (tag: string): Sql =>
  (use) =>
    `apps.tags @> ARRAY[${use(tag)}::text]`;

/** Returns a condition on `apps` alone: the app is in the deck. Null if all approved apps are. */
export function membershipOf(deck: OpenDeck, viewerId: string): Sql | null {
  const { value } = deck;
  switch (deck.kind) {
    case 'best':
    case 'new':
    case 'trending':
    case 'for-you':
      return null;
    case 'today':
      return () => 'EXISTS (SELECT FROM daily_picks WHERE app_id = apps.id AND chosen_at IS NOT NULL)';
    case 'unseen':
      return unseenOneByOne(viewerId);
    case 'liked':
      return (use) => `EXISTS (SELECT FROM votes WHERE votes.app_id = apps.id AND ${isLike(viewerId)(use)})`;
    case 'category':
      return (use) => `apps.category = ${use(value)}`;
    case 'tag':
      return hasTag(deck.value);
    case 'maker':
      return (use) =>
        `apps.submitted_by = (SELECT id FROM users WHERE handle = ${use(value)} AND suspended_at IS NULL)`;
    case 'search':
      return (use) => matches(use, deck.asked);
  }
}

const orderedDecks: readonly DeckKind[] = ['new', 'trending', 'today', 'unseen', 'liked', 'search'];

/** Returns true if the deck has its own order. The algorithm in force orders all other decks. */
export const isOrdered = ({ kind }: Pick<Deck, 'kind'>): boolean => orderedDecks.includes(kind);

/** Returns the algorithm that arranges the deck if `inForce` is set. */
export function algorithmOf(deck: Pick<Deck, 'kind'>, inForce: AlgorithmType): AlgorithmType {
  // `simple` deals the apps in the order of the deck.
  if (isOrdered(deck)) return 'simple';
  // `for-you` always deals unseen apps first.
  return deck.kind === 'for-you' && inForce === 'simple' ? 'semi_simple' : inForce;
}

const newestFirst: List = { from: () => 'apps', where: () => 'true', keys: byApproval };

/** Apps have a row in `trending_scores` if their score is among the highest. All others follow, the newest first. */
const trendingLists: Source['lists'] = [
  {
    from: () => 'trending_scores JOIN apps ON apps.id = trending_scores.app_id',
    where: () => 'true',
    keys: byTrend,
  },
  {
    from: () => 'apps',
    where: () => '(SELECT true FROM trending_scores WHERE app_id = apps.id) IS NOT TRUE',
    keys: [{ column: '0::float8', type: 'float8' }, ...byApproval],
  },
];

/** The days of which an app is the app of the day, each app on its last day. */
const days: List = {
  from: () => 'daily_picks JOIN apps ON apps.id = daily_picks.app_id',
  where: () => `daily_picks.chosen_at IS NOT NULL AND NOT EXISTS (SELECT FROM daily_picks AS later
    WHERE later.app_id = daily_picks.app_id AND later.day > daily_picks.day AND later.chosen_at IS NOT NULL)`,
  keys: [{ column: 'daily_picks.day', type: 'date' }],
};

/** Apps of a tag with up to this many are looked up. For other tags, filtering all apps in order is faster: decision 90. */
const LOOKED_UP_MAX = 3_000;

/** Looks up each app of a tag. With a plain join, the planner could read the order of all apps instead. */
const TAGGED_APPS = `app_tags CROSS JOIN LATERAL (
    SELECT id, category, tags, submitted_by, language, status, frame_status, ranking_score, upvotes, created_at FROM apps
    WHERE apps.id = app_tags.app_id OFFSET 0
  ) AS apps`;

/** Returns a list that looks up the apps of a rare tag, and one that filters all apps by a common tag. One of them is empty. */
function taggedLists(tag: string, keys: readonly Key[]): Source['lists'] {
  const isCommon = (use: Use) =>
    `EXISTS (SELECT FROM app_tags WHERE tag = ${use(tag)} OFFSET ${LOOKED_UP_MAX})`;
  return [
    { from: () => TAGGED_APPS, where: (use) => `app_tags.tag = ${use(tag)} AND NOT ${isCommon(use)}`, keys },
    // The planner expects few apps with a tag, and would sort them.
    { from: () => 'apps', where: (use) => `${unplanned(hasTag(tag)(use))} AND ${isCommon(use)}`, keys },
  ];
}

function listsOf({ deck, viewerId, algorithm }: ViewersDeck, membership: Sql | null): Source['lists'] {
  switch (deck.kind) {
    case 'new':
    case 'unseen':
      return [newestFirst];
    case 'trending':
      return trendingLists;
    case 'today':
      return [days];
    case 'liked':
      return [
        { from: () => 'votes JOIN apps ON apps.id = votes.app_id', where: isLike(viewerId), keys: byLike },
      ];
    case 'tag':
      return taggedLists(deck.value, byAlgorithm[algorithm]);
    case 'search':
      return [
        {
          from: (use) => `${foundApps(use, deck.asked)} JOIN apps ON apps.id = found.app_id`,
          where: () => 'true',
          keys: matchKeys,
        },
      ];
    default:
      return [{ from: () => 'apps', where: membership ?? (() => 'true'), keys: byAlgorithm[algorithm] }];
  }
}

/** Returns the apps of the deck and their order. */
export function sourceOf(viewersDeck: ViewersDeck): Source {
  const { deck, viewerId, algorithm } = viewersDeck;
  const contains = membershipOf(deck, viewerId);
  return {
    lists: listsOf(viewersDeck, contains),
    contains,
    skipsSeen: deck.kind === 'unseen' || algorithm !== 'simple',
    hasNewcomers: (deck.kind === 'best' || deck.kind === 'for-you') && algorithm === 'normal',
    hasPairs: deck.kind === 'for-you',
  };
}
