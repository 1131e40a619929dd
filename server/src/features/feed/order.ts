import { NEWCOMER_VIEWS } from '@zapdeck/contract/ranking';
import type { AlgorithmType } from '@zapdeck/contract/settings';
import type { Use } from '../../db/statement.ts';

const byScore = { rank: 'ranking_score', type: 'float8' } as const;
const byUpvotes = { rank: 'upvotes', type: 'int4' } as const;
/** The column by which each algorithm orders apps, highest first. Each order has an index. */
const orders = { normal: byScore, simple: byScore, semi_simple: byUpvotes } as const satisfies Record<
  AlgorithmType,
  object
>;

/** Place of an app in an order: rank, creation in milliseconds since 1970, id. */
export type Position = [rank: number, createdAt: number, id: string];

// Literals and not parameters, so that the planner can match the partial indexes.
export const IS_APPROVED = "apps.status = 'approved'";
/** SQL condition: the app has a place in the orders. Unreachable apps come after all others. */
export const IS_IN_ORDER = `${IS_APPROVED} AND apps.frame_status <> 'unreachable'`;
export const IS_NEWCOMER = `${IS_IN_ORDER} AND apps.views < ${NEWCOMER_VIEWS}`;

/** SQL: milliseconds since 1970. */
export const millisecondsOf = (moment: string): string => `round(date_part('epoch', ${moment}) * 1000)`;

/** The column that the algorithm orders by. */
export const rankOf = (algorithm: AlgorithmType): string => orders[algorithm].rank;

export const orderBy = (algorithm: AlgorithmType): string =>
  `ORDER BY ${rankOf(algorithm)} DESC, created_at DESC, id DESC`;

/** SQL condition: the app stands below the position. */
export function isBelow(use: Use, algorithm: AlgorithmType, [rank, createdAt, id]: Position): string {
  const { rank: column, type } = orders[algorithm];
  const moment = `${use(new Date(createdAt).toISOString())}::timestamptz`;
  return `(apps.${column}, apps.created_at, apps.id) < (${use(rank)}::${type}, ${moment}, ${use(id)}::uuid)`;
}
