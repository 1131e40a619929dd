import { type Deck, type DeckKey, type DeckKind, parseDeckKey } from '@zapdeck/contract/feed/decks';
import type { AlgorithmType } from '@zapdeck/contract/instance/settings';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { Refusal } from '../../http/refusal.ts';
import { hasForYou } from '../for-you/taste.ts';
import type { AskedQuery } from '../search/asked-query.ts';
import { matches, matchKeys, rankedApps, readQuery } from '../search/search-apps.ts';

export type OpenDeck =
  | Exclude<Deck, { kind: 'search' }>
  | (Extract<Deck, { kind: 'search' }> & { asked: AskedQuery });

/** Returns the deck. Rejects with `deck_not_found`, and for users also `guest_forbidden` or `too_few_votes`. */
export async function requireDeck(
  db: Db,
  key: DeckKey,
  user?: Pick<UserRow, 'id' | 'isGuest'>,
): Promise<OpenDeck> {
  const deck = parseDeckKey(key);
  if (!deck) throw new Refusal('deck_not_found');
  if ((deck.kind === 'liked' || deck.kind === 'for-you') && user?.isGuest)
    throw new Refusal('guest_forbidden');
  if (deck.kind === 'for-you' && user && !(await hasForYou(db, user.id))) throw new Refusal('too_few_votes');
  if (deck.kind === 'maker') {
    const isMaker = and(eq(users.handle, deck.value), isNull(users.suspendedAt));
    if ((await db.$count(users, isMaker)) === 0) throw new Refusal('deck_not_found');
  }
  if (deck.kind === 'search') return { ...deck, asked: await readQuery(db, deck.value) };
  return deck;
}

/** SQL expressions for the viewer's id and for the value that `deckValue` returns. */
export interface AskedSql {
  viewer: string;
  value: string;
  seen?: number;
}

/** Returns the value of a deck for SQL: a text or NULL. */
export const deckValue = (deck: OpenDeck): string | null =>
  deck.kind === 'search' ? JSON.stringify(deck.asked) : deck.value;

// Literals instead of parameters, so that the planner can use partial indexes.
export const IS_APPROVED = "apps.status = 'approved'";
/** SQL condition: the app has a place in the orders. Unreachable apps follow all others. */
export const IS_IN_ORDER = `${IS_APPROVED} AND apps.frame_status <> 'unreachable'`;

/** SQL condition: the viewer has not seen the app. The subquery stops the planner from using a join. */
export const isUnseen = (viewer: string): string =>
  `(SELECT true FROM seen_apps WHERE user_id = ${viewer} AND app_id = apps.id) IS NOT TRUE`;

/** Above this number of seen apps, a lookup per app is faster than a hash table. */
const HASHED_SEEN_MAX = 10_000;

/** Returns `isUnseen`, or a condition that hashes the seen apps if there are few. */
const isFreshFor = ({ viewer, seen = 0 }: AskedSql): string =>
  seen > HASHED_SEEN_MAX
    ? isUnseen(viewer)
    : `apps.id NOT IN (SELECT app_id FROM seen_apps WHERE user_id = ${viewer})`;

const isLike = (viewer: string): string => `votes.user_id = ${viewer} AND votes.vote_type = 'up'`;

/** Returns an SQL condition on `apps`: the app is in the deck. Null if the deck contains all approved apps. */
export function membershipOf({ kind }: Pick<Deck, 'kind'>, { viewer, value }: AskedSql): string | null {
  switch (kind) {
    case 'best':
    case 'new':
    case 'trending':
    case 'for-you':
      return null;
    case 'today':
      return 'EXISTS (SELECT FROM daily_picks WHERE app_id = apps.id AND chosen_at IS NOT NULL)';
    case 'unseen':
      return isUnseen(viewer);
    case 'liked':
      return `EXISTS (SELECT FROM votes WHERE votes.app_id = apps.id AND ${isLike(viewer)})`;
    case 'category':
      return `apps.category = ${value}`;
    case 'tag':
      // A subquery, because the planner expects few apps with a tag and would sort them.
      return `(SELECT apps.tags @> ARRAY[${value}])`;
    case 'maker':
      return `apps.submitted_by = (SELECT id FROM users WHERE handle = ${value} AND suspended_at IS NULL)`;
    case 'search':
      return matches(value);
  }
}

const orderedDecks: readonly DeckKind[] = ['new', 'trending', 'today', 'unseen', 'liked', 'search'];

export const isOrdered = ({ kind }: Pick<Deck, 'kind'>): boolean => orderedDecks.includes(kind);

/** Returns the algorithm of the deck while `inForce` is the setting. */
export function algorithmOf(deck: Pick<Deck, 'kind'>, inForce: AlgorithmType): AlgorithmType {
  if (isOrdered(deck)) return 'simple';
  return deck.kind === 'for-you' && inForce === 'simple' ? 'semi_simple' : inForce;
}

export type Position = readonly (number | string)[];

export interface Key {
  column: string;
  type: 'date' | 'float8' | 'int4' | 'int8' | 'timestamptz' | 'uuid';
}

const CREATED_AT: Key = { column: 'apps.created_at', type: 'timestamptz' };
const ID: Key = { column: 'apps.id', type: 'uuid' };
const byApproval: readonly Key[] = [{ column: 'apps.approval_no', type: 'int8' }];
const byLike: readonly Key[] = [{ column: 'votes.created_at', type: 'timestamptz' }, ID];
const byScore: readonly Key[] = [{ column: 'apps.ranking_score', type: 'float8' }, CREATED_AT, ID];
const byUpvotes: readonly Key[] = [{ column: 'apps.upvotes', type: 'int4' }, CREATED_AT, ID];
const byAlgorithm = { normal: byScore, simple: byScore, semi_simple: byUpvotes } as const satisfies Record<
  AlgorithmType,
  readonly Key[]
>;

interface List {
  from: string;
  where: string;
  keys: readonly Key[];
}

export interface Source {
  lists: readonly [List, ...List[]];
  contains: string;
  isFresh: string;
  hasNewcomers: boolean;
  hasPairs: boolean;
}

/** Apps with the highest scores have a row in `trending_scores`. All others follow, newest first. */
const trendingLists: Source['lists'] = [
  {
    from: 'trending_scores JOIN apps ON apps.id = trending_scores.app_id',
    where: 'true',
    keys: [{ column: 'trending_scores.score', type: 'float8' }, ...byApproval],
  },
  {
    from: 'apps',
    where: '(SELECT true FROM trending_scores WHERE app_id = apps.id) IS NOT TRUE',
    keys: [{ column: '0::float8', type: 'float8' }, ...byApproval],
  },
];

const days: List = {
  from: 'daily_picks JOIN apps ON apps.id = daily_picks.app_id',
  where: `daily_picks.chosen_at IS NOT NULL AND NOT EXISTS (SELECT FROM daily_picks AS later
      WHERE later.app_id = daily_picks.app_id AND later.day > daily_picks.day AND later.chosen_at IS NOT NULL)`,
  keys: [{ column: 'daily_picks.day', type: 'date' }],
};

/** Above this number of apps with a tag, filtering all apps is faster than looking them up: decision 90. */
const LOOKED_UP_MAX = 3_000;

/** Looks up each app of the rows. A plain join would let the planner read all apps. */
const lookedUp = (rows: string, appId: string): string => `${rows} CROSS JOIN LATERAL (
      SELECT id, category, tags, submitted_by, language, status, frame_status, ranking_score, upvotes, created_at FROM apps
      WHERE apps.id = ${appId} OFFSET 0
    ) AS apps`;

/** Returns a list for a rare tag (lookups) and one for a common tag (a filter). One of them is always empty. */
function taggedLists(contains: string, tag: string, keys: readonly Key[]): Source['lists'] {
  const isCommon = `EXISTS (SELECT FROM app_tags WHERE tag = ${tag} OFFSET ${LOOKED_UP_MAX})`;
  return [
    {
      from: lookedUp('app_tags', 'app_tags.app_id'),
      where: `app_tags.tag = ${tag} AND NOT ${isCommon}`,
      keys,
    },
    { from: 'apps', where: `${contains} AND ${isCommon}`, keys },
  ];
}

/** Returns SQL for the apps of the deck in their order. */
export function sourceOf({ kind }: Pick<Deck, 'kind'>, algorithm: AlgorithmType, asked: AskedSql): Source {
  const contains = membershipOf({ kind }, asked) ?? 'true';
  const keys = byAlgorithm[algorithm];
  const ownLists: Partial<Record<DeckKind, Source['lists']>> = {
    new: [{ from: 'apps', where: 'true', keys: byApproval }],
    unseen: [{ from: 'apps', where: 'true', keys: byApproval }],
    trending: trendingLists,
    today: [days],
    liked: [{ from: 'votes JOIN apps ON apps.id = votes.app_id', where: isLike(asked.viewer), keys: byLike }],
    tag: taggedLists(contains, asked.value, keys),
    search: [{ from: lookedUp(rankedApps(asked.value), 'found.app_id'), where: 'true', keys: matchKeys }],
  };
  const skipsSeen = kind === 'unseen' || algorithm !== 'simple';
  return {
    lists: ownLists[kind] ?? [{ from: 'apps', where: contains, keys }],
    contains,
    isFresh: skipsSeen ? isFreshFor(asked) : 'true',
    hasNewcomers: (kind === 'best' || kind === 'for-you') && algorithm === 'normal',
    hasPairs: kind === 'for-you',
  };
}
