import { NEWCOMER_VIEWS } from '@zapdeck/contract/ranking';
import type { AlgorithmType } from '@zapdeck/contract/settings';
import { LOWEST_ID } from '../../db/columns.ts';
import type { Use } from '../../db/statement.ts';

const byScore = { ranking: 'score', rank: 'ranking_score', type: 'float8', bottom: -Infinity } as const;
const byUpvotes = { ranking: 'upvotes', rank: 'upvotes', type: 'int4', bottom: -1 } as const;
/** What each algorithm orders apps by, highest first; each order has an index over the apps that are in it. */
const orders = { normal: byScore, simple: byScore, semi_simple: byUpvotes } as const satisfies Record<
  AlgorithmType,
  object
>;

/** Rank, creation in milliseconds since 1970, and id of an app: its place in an order. */
export type Position = [rank: number, createdAt: number, id: string];

/** Below every app. */
export const bottomOf = (algorithm: AlgorithmType): Position => [orders[algorithm].bottom, 0, LOWEST_ID];

/** True when the first stands below the second, as PostgreSQL compares them. */
export function standsBelow(one: Position, other: Position): boolean {
  if (one[0] !== other[0]) return one[0] < other[0];
  if (one[1] !== other[1]) return one[1] < other[1];
  return one[2] < other[2];
}

// Written out and not as parameters: only then are the partial indexes sure to fit.
export const IS_APPROVED = "apps.status = 'approved'";
/** Of an app that has a place in the orders: what is unreachable comes after all others. */
export const IS_IN_ORDER = `${IS_APPROVED} AND apps.frame_status <> 'unreachable'`;
export const IS_NEWCOMER = `${IS_IN_ORDER} AND apps.views < ${NEWCOMER_VIEWS}`;

export const isoOf = (time: number): string => new Date(time).toISOString();

/** Milliseconds since 1970. */
export const millisecondsOf = (moment: string): string => `round(date_part('epoch', ${moment}) * 1000)`;

/** The name of the order, by which frontiers are kept. */
export const rankingOf = (algorithm: AlgorithmType): string => orders[algorithm].ranking;

/** The column that the algorithm orders by. */
export const rankOf = (algorithm: AlgorithmType): string => orders[algorithm].rank;

export const orderBy = (algorithm: AlgorithmType): string =>
  `ORDER BY ${rankOf(algorithm)} DESC, created_at DESC, id DESC`;

/** Where an app stands in the order. */
export const placeOf = (algorithm: AlgorithmType): string =>
  `(apps.${rankOf(algorithm)}, apps.created_at, apps.id)`;

/** The columns of a table that hold a position. */
export const columnsOf = (algorithm: AlgorithmType, table: string): string =>
  `(${table}.rank::${orders[algorithm].type}, ${table}.created_at, ${table}.app_id)`;

export function valueOf(use: Use, algorithm: AlgorithmType, [rank, createdAt, id]: Position): string {
  return `(${use(rank)}::${orders[algorithm].type}, ${use(isoOf(createdAt))}::timestamptz, ${use(id)}::uuid)`;
}

/** Whether an app stands below the position; everywhere, when there is none. */
export const isBelow = (use: Use, algorithm: AlgorithmType, position: Position | null): string =>
  position ? `${placeOf(algorithm)} < ${valueOf(use, algorithm, position)}` : 'true';
