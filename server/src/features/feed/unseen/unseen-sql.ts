import { NEWCOMER_VIEWS } from '@zapdeck/contract/ranking';
import { LOWEST_ID } from '../../../db/columns.ts';
import { type SharedStatement, writeShared } from '../../../db/shared-reads.ts';
import type { Use } from '../../../db/statement.ts';
import type { Dealt } from '../dealt.ts';
import {
  columnsOf,
  IS_IN_ORDER,
  IS_NEWCOMER,
  isBelow,
  isoOf,
  millisecondsOf,
  orderBy,
  placeOf,
  rankingOf,
  rankOf,
  valueOf,
} from '../order.ts';
import { CURRENT_SNAPSHOT } from '../../../db/snapshot.ts';
import { isMetSince } from '../seen.ts';

/** More changed apps than this cost more to look at than walking past what was seen. */
export const CHANGED_MAX = 1_000;
/** A table of more seen apps than this takes longer to make than to look up each app that is passed. */
const TABLE_MAX = 10_000;

export interface Asked {
  viewer: { id: string; seen: number };
  dealt: Dealt;
  /** How many of each list. */
  limit: { fresh: number; newcomers: number };
}

/** Each app looked up: in a scalar subquery, which the planner can't make a join with all that was seen of. */
function isUnseen(use: Use, { viewer, dealt }: Asked): string {
  if (dealt.algorithm === 'simple') return 'true';
  return `(SELECT true FROM seen_apps WHERE user_id = ${use(viewer.id)}::uuid AND app_id = apps.id
    AND ${isMetSince(use, dealt)} IS NOT TRUE) IS NOT TRUE`;
}

/** The same by way of a table of everything seen, which is made first. */
function isNotAmongSeen(use: Use, asked: Asked): string {
  const { viewer, dealt } = asked;
  if (dealt.algorithm === 'simple' || viewer.seen > TABLE_MAX) return isUnseen(use, asked);
  return `apps.id NOT IN (SELECT app_id FROM seen_apps WHERE user_id = ${use(viewer.id)}::uuid
    AND ${isMetSince(use, dealt)} IS NOT TRUE)`;
}

/**
 * Whether the deck has not dealt an app that stands below where it is. In a form that the planner takes for true of most
 * apps: else it would rather sort all of them than read some in their order.
 */
function isNotDealt(use: Use, { algorithm, lowest, newcomers }: Dealt): string {
  const conditions = ['true'];
  if (newcomers.length > 0)
    conditions.push(`(apps.approval_no = ANY (${use(`{${newcomers.join(',')}}`)}::bigint[])) IS NOT TRUE`);
  if (lowest.length > 0) {
    const rows = lowest.map(([category, [rank, createdAt, app_id]]) => {
      return { category, rank, created_at: isoOf(createdAt), app_id };
    });
    conditions.push(`(SELECT true FROM json_to_recordset(${use(JSON.stringify(rows))}::json)
        AS lowest (category text, rank float8, created_at timestamptz, app_id uuid)
      WHERE lowest.category = apps.category AND ${placeOf(algorithm)} >= ${columnsOf(algorithm, 'lowest')} LIMIT 1) IS NOT TRUE`);
  }
  return conditions.join(' AND ');
}

const columns = (algorithm: Dealt['algorithm']): string =>
  `apps.id, apps.category, apps.${rankOf(algorithm)}, apps.created_at, apps.approval_no`;

function newcomersAfter(use: Use, asked: Asked, number: string): string {
  const { dealt, limit } = asked;
  return `SELECT ${columns(dealt.algorithm)} FROM apps WHERE ${IS_NEWCOMER} AND apps.approval_no > ${number}
    AND ${isBelow(use, dealt.algorithm, dealt.after)} AND ${isNotDealt(use, dealt)} AND ${isUnseen(use, asked)}
    ORDER BY apps.approval_no LIMIT ${limit.newcomers}`;
}

/** The rows as JSON, a list for each column: a list for each row would cost PostgreSQL half as much again. */
const asJson = (algorithm: Dealt['algorithm'], rows: string): string =>
  `(SELECT json_build_array(json_agg(id), json_agg(category), json_agg(${rankOf(algorithm)}),
      json_agg(${millisecondsOf('created_at')}), json_agg(approval_no)) FROM (${rows}) AS listed)`;

/** The two lists in one row, with what they were read from and how much there was then. */
function row(use: Use, { viewer, dealt }: Asked, fresh: string, newcomers: string): string {
  return `SELECT ${asJson(dealt.algorithm, fresh)} AS fresh, ${asJson(dealt.algorithm, newcomers)} AS newcomers,
    ${CURRENT_SNAPSHOT} AS "asOf", (SELECT epoch::text FROM catalogue) AS epoch,
    coalesce((SELECT seen FROM seen_counts WHERE user_id = ${use(viewer.id)}::uuid), 0) AS seen,
    coalesce((SELECT max(approval_no)::float8 FROM apps WHERE ${IS_NEWCOMER}), 0) AS "lastNewcomer"`;
}

/** The plain way: from where the deck is down, past what was seen. */
export function plainStatement(asked: Asked): SharedStatement {
  const { dealt, limit } = asked;
  const { algorithm, after } = dealt;
  return writeShared((use) => {
    const fresh = `SELECT ${columns(algorithm)} FROM apps WHERE ${IS_IN_ORDER} AND ${isBelow(use, algorithm, after)}
      AND ${isNotDealt(use, dealt)} AND ${isNotAmongSeen(use, asked)} ${orderBy(algorithm)} LIMIT ${limit.fresh}`;
    const number = `${use(dealt.newcomers.at(-1) ?? 0)}::bigint`;
    return row(use, asked, fresh, newcomersAfter(use, asked, number));
  });
}

/** What may be unseen above the frontier: its gaps, what changed since, and what the viewer met since the deck began. */
function tablesAbove(use: Use, asked: Asked): string {
  const { viewer, dealt } = asked;
  const { algorithm, after } = dealt;
  const isWanted = () =>
    `${isBelow(use, algorithm, after)} AND ${isNotDealt(use, dealt)} AND ${isUnseen(use, asked)}`;
  return `changed AS MATERIALIZED (
      SELECT id FROM apps WHERE moved_xid >= frontier.as_of ORDER BY moved_xid LIMIT ${CHANGED_MAX + 1}
    ), again AS MATERIALIZED (
      SELECT id FROM changed UNION
      SELECT app_id FROM seen_apps WHERE user_id = ${use(viewer.id)}::uuid AND ${isMetSince(use, dealt)}
    ), found_again AS MATERIALIZED (
      SELECT apps.* FROM again CROSS JOIN LATERAL (
        SELECT ${columns(algorithm)}, apps.views FROM apps WHERE apps.id = again.id AND ${IS_IN_ORDER} AND ${isWanted()} OFFSET 0
      ) AS apps
    ), above AS MATERIALIZED (
      SELECT ${columns(algorithm)} FROM found_again AS apps WHERE ${placeOf(algorithm)} >= ${columnsOf(algorithm, 'frontier')}
      UNION ALL
      SELECT apps.* FROM unnest(gap_ids, gap_categories, gap_ranks, gap_times, gap_numbers)
        AS apps (id, category, ${rankOf(algorithm)}, created_at, approval_no)
      WHERE apps.id NOT IN (SELECT id FROM again) AND ${isWanted()}
    )`;
}

/** The same by way of the viewer's frontier: what is left above it and the best below; no row, when none holds. */
export function frontierStatement(asked: Asked): SharedStatement {
  const { viewer, dealt, limit } = asked;
  const { algorithm, after, newcomers } = dealt;
  return writeShared((use) => {
    const positions = ['(frontier.rank, frontier.created_at, frontier.app_id)'];
    if (after) positions.push(valueOf(use, algorithm, after));
    const below = `SELECT apps.* FROM (
        SELECT * FROM (VALUES ${positions.join(', ')}) AS positions (rank, created_at, app_id)
        ORDER BY rank, created_at, app_id LIMIT 1
      ) AS lower CROSS JOIN LATERAL (
        SELECT ${columns(algorithm)} FROM apps WHERE ${IS_IN_ORDER} AND ${placeOf(algorithm)} < ${columnsOf(algorithm, 'lower')}
          AND ${isNotDealt(use, dealt)} AND ${isUnseen(use, asked)}
        ${orderBy(algorithm)} LIMIT (SELECT greatest(0, ${limit.fresh} - count(*)) FROM above)
      ) AS apps`;
    const fresh = `SELECT * FROM above UNION ALL (${below}) ${orderBy(algorithm)} LIMIT ${limit.fresh}`;
    // One that was unreachable may stand before the others.
    const number = `(SELECT greatest(${use(newcomers.at(-1) ?? 0)}::bigint, least(frontier.newcomers_after,
      min(approval_no) - 1)) FROM found_again WHERE views < ${NEWCOMER_VIEWS})`;
    return `SELECT page.*, frontier.app_id = '${LOWEST_ID}' AS "isAtEnd" FROM feed_frontiers AS frontier CROSS JOIN LATERAL (
        WITH ${tablesAbove(use, asked)}
        ${row(use, asked, fresh, newcomersAfter(use, asked, number))},
          (SELECT count(*)::int FROM above) AS above, (SELECT count(*)::int FROM changed) AS changed
      ) AS page
      WHERE frontier.user_id = ${use(viewer.id)}::uuid AND frontier.ranking = '${rankingOf(algorithm)}'
        AND frontier.epoch = (SELECT epoch FROM catalogue)`;
  });
}
