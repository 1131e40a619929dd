import { NEWCOMER_VIEWS } from '@zapdeck/contract/ranking';
import { unplanned, type Use } from '../../db/statement.ts';
import type { FeedRanking } from '../../db/schema/feed.table.ts';
import type { Position } from './deck.ts';

/** The two orders that are walked; each has an index over the approved apps, highest first. */
const orders = {
  score: { column: 'ranking_score', type: 'float8', bottom: -Infinity },
  upvotes: { column: 'upvotes', type: 'int4', bottom: -1 },
} as const satisfies Record<FeedRanking, object>;

/** Before every id. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Below every app. */
export const bottomOf = (ranking: FeedRanking): Position => [orders[ranking].bottom, 0, NOBODY];

/** No more changed apps than this are looked through, because others may be waiting. */
const CHANGED_MAX = 4_000;
/** As many are always looked through: that costs less than a frontier that is stored anew. */
const CHANGED_LEAST = 256;
/** What a changed app costs, in apps that are walked past. */
const CHANGED_COST = 6;
/** And no more than this is walked below a frontier for a first page, for which others may be waiting. */
export const WALKED_MAX = 4_000;

/** A table of more seen apps than this takes longer to make than the look-ups of a walk, and much memory. */
const TABLE_MAX = 10_000;

/** No transaction's number will ever be this high. */
const NO_XID = '18446744073709551615';

/** What every part of a statement selects of apps, under the names of the table. */
export const APP_COLUMNS =
  'apps.id, apps.category, apps.ranking_score, apps.upvotes, apps.created_at, apps.approval_no';

// Written out, not parameters: only then are the partial indexes sure to fit, whatever the plan.
export const IS_APPROVED = "apps.status = 'approved'";
/** Of an app that is dealt in the order of the algorithm. */
export const IS_RANKED = `${IS_APPROVED} AND apps.frame_status <> 'unreachable'`;

/** Milliseconds since 1970. */
export const millisecondsOf = (moment: string): string => `round(date_part('epoch', ${moment}) * 1000)`;

export const isoOf = (time: number): string => new Date(time).toISOString();

const positionOf = (ranking: FeedRanking) => `(apps.${orders[ranking].column}, apps.created_at, apps.id)`;

export const orderBy = (ranking: FeedRanking) =>
  `ORDER BY apps.${orders[ranking].column} DESC, apps.created_at DESC, apps.id DESC`;

function row(use: Use, ranking: FeedRanking, [rank, createdAt, id]: Position): string {
  const type = orders[ranking].type;
  return `(${unplanned(`${use(rank)}::${type}`)}, ${use(isoOf(createdAt))}::timestamptz, ${use(id)}::uuid)`;
}

/** Below the position in the order; everywhere, when there is none. */
export function isBelow(use: Use, ranking: FeedRanking, position: Position | null): string {
  return position ? `${positionOf(ranking)} < ${row(use, ranking, position)}` : 'true';
}

/**
 * A scalar subquery, because it pins the plan: the order's index is walked and each row looked up. IS NOT TRUE and not
 * IS NULL, which the planner takes for so rare that it would rather sort the catalogue.
 */
export function isUnseen(use: Use, viewerId: string): string {
  return `(SELECT true FROM seen_apps
    WHERE seen_apps.user_id = ${unplanned(`${use(viewerId)}::uuid`)} AND seen_apps.app_id = apps.id) IS NOT TRUE`;
}

/** The same, by way of a table of everything seen that is made first: half the cost where much is asked about. */
function isNotAmongSeen(use: Use, viewerId: string): string {
  return `apps.id NOT IN (SELECT app_id FROM seen_apps WHERE user_id = ${use(viewerId)}::uuid)`;
}

/**
 * How to find out what somebody has seen: a short history is read whole; a long one is walked past from the top, read whole
 * too or asked about each app; and one with a frontier is asked only about what lies below it, is among its holes or
 * changed since.
 */
export type History = 'short' | 'long' | 'frontier';

/** Somebody with so many seen apps. */
export interface Seer {
  id: string;
  seen: number;
}

export interface Unseen {
  ranking: FeedRanking;
  viewer: Seer;
  /** Nothing of the deck is dealt. */
  isFirst: boolean;
  /** Where the deck has come to: nothing from there up is wanted. */
  from: Position | null;
  /** What else the deck has dealt, as a condition. */
  isLeft: (use: Use) => string;
  limit: number;
}

/**
 * The best unseen apps, walked down the order's index. `walked` counts the rows that were passed; the window is in the
 * order of the index, which keeps it a stream that the limit ends. A walk of more than `most` rows ends with the next
 * one, whoever has seen it.
 */
function walk(
  use: Use,
  { ranking, viewer, isLeft }: Unseen,
  {
    isAhead,
    limit,
    most,
    isNew = isUnseen,
  }: { isAhead: string; limit: string; most?: number; isNew?: typeof isUnseen },
): string {
  const isWanted = `${isLeft(use)} AND ${isNew(use, viewer.id)}`;
  return `SELECT apps.* FROM (
      SELECT ${APP_COLUMNS}, row_number() OVER (${orderBy(ranking)}) AS walked FROM apps
      WHERE ${IS_RANKED} AND ${isAhead} ${orderBy(ranking)} ${most === undefined ? '' : `LIMIT ${most + 1}`}
    ) AS apps WHERE ${most === undefined ? isWanted : `(${isWanted} OR apps.walked > ${most})`} LIMIT ${limit}`;
}

/** How many changed apps are looked through for somebody who has seen so many: when there are more, walking costs less. */
export const changedMax = (seen: number): number =>
  Math.min(Math.max(Math.floor(seen / CHANGED_COST), CHANGED_LEAST), CHANGED_MAX);

/**
 * The apps that changed their place or whether they have one since the frontier was stored, or one more than so many.
 * Their numbers are bounded above too, by what none of them reaches, because the planner takes that for few.
 */
export const changed = (
  use: Use,
  most: number,
): string => `SELECT ${APP_COLUMNS}, apps.status, apps.frame_status, apps.views FROM apps
    WHERE apps.ranked_xid >= frontier.as_of AND apps.ranked_xid < ${unplanned(`'${NO_XID}'::xid8`)}
    ORDER BY apps.ranked_xid LIMIT ${unplanned(`${use(most + 1)}::int`)}`;

/** The holes that changed or were seen since and so are none any more, each once. */
export const GONE = `SELECT hole.id FROM unnest(frontier.holes) AS hole (id) WHERE hole.id IN (SELECT id FROM changed)
    UNION SELECT unnest(seen_among(frontier.user_id, frontier.holes))`;

/** The position of the row `frontier`. */
const frontierOf = (ranking: FeedRanking) =>
  `frontier.rank::${orders[ranking].type}, frontier.created_at, frontier.app_id`;

/** Of the table `changed`, what is wanted and now stands above the row `frontier`, in order. */
export function changedAbove(use: Use, { ranking, viewer, from, isLeft }: Unseen): string {
  return `SELECT apps.* FROM changed AS apps
    WHERE ${IS_RANKED} AND ${positionOf(ranking)} >= (${frontierOf(ranking)})
      AND ${isBelow(use, ranking, from)} AND ${isLeft(use)} AND ${isUnseen(use, viewer.id)} ${orderBy(ranking)}`;
}

/**
 * What is wanted below the row `frontier`: for a first page as many as its holes leave wanting at most; later on, a whole
 * list, because only the deck knows which of the holes it has dealt.
 */
function unseenBelowFrontier(use: Use, wanted: Unseen): string {
  const { ranking, isFirst, from, limit } = wanted;
  const isBelowIt = `${positionOf(ranking)} < (${frontierOf(ranking)})`;
  if (isFirst) {
    const missing = `(SELECT greatest(0, ${limit} - cardinality(frontier.holes) + count(*)) FROM gone)`;
    return walk(use, wanted, { isAhead: isBelowIt, limit: missing, most: WALKED_MAX });
  }
  if (!from) return walk(use, wanted, { isAhead: isBelowIt, limit: String(limit) });
  // From the lower of two positions: an index is entered at one.
  return `SELECT below.* FROM (SELECT * FROM (VALUES (${frontierOf(ranking)}), ${row(use, ranking, from)})
        AS both_ends (rank, created_at, id) ORDER BY rank, created_at, id LIMIT 1) AS lower
      CROSS JOIN LATERAL (${walk(use, wanted, {
        isAhead: `${positionOf(ranking)} < (lower.rank, lower.created_at, lower.id)`,
        limit: String(limit),
      })}) AS below`;
}

/** The best unseen apps that the deck has not dealt, in order; with a frontier, those below it. */
export function unseen(use: Use, wanted: Unseen, history: History): string {
  const { ranking, viewer, from, isLeft, limit } = wanted;
  if (history === 'frontier') return unseenBelowFrontier(use, wanted);
  if (history === 'long') {
    const isNew = viewer.seen <= TABLE_MAX ? isNotAmongSeen : isUnseen;
    return walk(use, wanted, { isAhead: isBelow(use, ranking, from), limit: String(limit), isNew });
  }
  return `SELECT ${APP_COLUMNS}, 0 AS walked FROM apps WHERE ${IS_RANKED} AND ${isBelow(use, ranking, from)}
      AND ${isLeft(use)} AND ${isNotAmongSeen(use, viewer.id)} ${orderBy(ranking)} LIMIT ${limit}`;
}

export const IS_NEWCOMER = `${IS_RANKED} AND apps.views < ${NEWCOMER_VIEWS}`;

/** Where an app stands in the order, as a column of what is packed. */
export const rankOf = (ranking: FeedRanking): string => `apps.${orders[ranking].column}`;

export const standsAtBottom = (ranking: FeedRanking, rank: number): boolean => rank <= orders[ranking].bottom;
