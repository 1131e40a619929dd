import { poolSize } from '@zapdeck/contract/instance/settings';
import { type Db, one, POOL_SIZE } from '../../db/client.ts';
import { readAlone, readShared, type SharedStatement, writeShared } from '../../db/shared-reads.ts';
import type { Use } from '../../db/statement.ts';
import { workSlots } from '../../http/rate-limit.ts';
import { TRUSTED_COUNTS } from '../for-you/paired-apps.ts';
import {
  type CandidateQuery,
  COLUMNS_OF_SHOWN,
  firstLanguages,
  isInLanguage,
  isNotDealt,
  shownOnly,
  skipsApps,
} from './candidate-query.ts';
import { boundedFreshSql, FILTERED_MAX, freshSql, rareFreshSql } from './fresh-sql.ts';
import { isAllHidden } from './is-all-hidden.ts';
import { pairedSql } from './paired-sql.ts';
import { IS_APPROVED, IS_IN_ORDER, orderBy, type Position } from './order.ts';
import type { CandidatesForYou } from './recommend-for-you.ts';
import { type Candidate, type Candidates, NEWCOMER_SHARE_MAX, reservedPlaces } from './recommend.ts';
import { type Source, sourceOf, unseenOneByOne } from './sources.ts';
import { rankByTaste, tasteJson, type TasteRow } from './taste-row.ts';

/** Viewers who have seen more apps get a separate statement, because a shared one would delay the others. */
const SHARED_SEEN_MAX = 256;

/** Candidates for the next pages of a deck. */
export interface DeckCandidates extends Candidates {
  /** `position` is the place in the order of the deck. */
  fresh: readonly (Candidate & { position: Position })[];
  /** In the order of approval. */
  unreachable: readonly Candidate[];
  /** The unseen apps of the deck `for-you`, those of `fresh` included, and the version of the taste that ranks them. */
  forYou: (Pick<CandidatesForYou, 'ranked' | 'unwanted'> & { taste: string }) | null;
}

/** SQL condition on `apps` alone: the app is in the deck, and the viewer does not hide it. */
const isInDeck = (use: Use, query: CandidateQuery, { contains }: Source): string =>
  [contains?.(use) ?? 'true', ...shownOnly(use, query)].join(' AND ');

/** Selects seen apps in the order in which they are recycled. `simple` recycles none. */
function recycledSql(
  use: Use,
  query: CandidateQuery,
  source: Source,
  { condition, limit }: { condition: string; limit: number },
): string {
  const viewer = `seen_apps.user_id = ${use(query.start.viewerId)}::uuid`;
  const notDealt = isNotDealt(use, query, 'seen_apps.app_id');
  switch (query.params.algorithmType) {
    case 'simple':
      return 'SELECT id, category FROM apps WHERE false';
    case 'semi_simple':
      return `SELECT apps.id, apps.category FROM seen_apps JOIN apps ON apps.id = seen_apps.app_id
        WHERE ${condition} AND ${viewer} AND ${notDealt} AND ${IS_IN_ORDER} AND ${isInDeck(use, query, source)}
        ${orderBy(source.lists[0].keys)} LIMIT ${limit}`;
    case 'normal':
      return `SELECT apps.id, apps.category FROM seen_apps CROSS JOIN LATERAL (
          SELECT id, category FROM apps
          WHERE apps.id = seen_apps.app_id AND ${IS_IN_ORDER} AND ${isInDeck(use, query, source)} OFFSET 0
        ) AS apps
        WHERE ${condition} AND ${viewer} AND ${notDealt}
        ORDER BY seen_apps.last_viewed_at, seen_apps.app_id LIMIT ${limit}`;
  }
}

/** Selects the apps whose next first view was due first. Leaves out apps for which a view of this viewer would not count. */
function newcomersSql(use: Use, query: CandidateQuery, limit: number): string {
  const { viewerId, countsAsGuest } = query.start;
  const conditions = [
    'budget.due_at IS NOT NULL',
    IS_IN_ORDER,
    `apps.submitted_by IS DISTINCT FROM ${use(viewerId)}::uuid`,
    isNotDealt(use, query, 'apps.id'),
    unseenOneByOne(viewerId)(use),
    ...(countsAsGuest ? ['budget.guest_views < budget.guests_max'] : []),
  ];
  const select = (columns: string, count: number) =>
    `SELECT ${columns} FROM view_budgets AS budget JOIN apps ON apps.id = budget.app_id
      WHERE ${conditions.join(' AND ')} ORDER BY budget.due_at, budget.app_id LIMIT ${count}`;
  const shown = shownOnly(use, query);
  if (shown.length === 0) return select('apps.id, apps.category', limit);
  const columns = ['apps.id', 'apps.category', ...COLUMNS_OF_SHOWN, 'budget.due_at'];
  // A newcomer beyond the bound is not missed: it has its place in the order too.
  return `SELECT id, category FROM (${select(columns.join(', '), FILTERED_MAX)}) AS apps
    WHERE ${shown.join(' AND ')} ORDER BY due_at, id LIMIT ${limit}`;
}

/** Selects unreachable apps in the order of approval, those in languages that the viewer reads first. */
function unreachableSql(
  use: Use,
  query: CandidateQuery,
  source: Source,
  { condition, limit }: { condition: string; limit: number },
): string {
  const languages = firstLanguages(query);
  const order = [...(languages ? [`${isInLanguage(use, languages)} DESC`] : []), 'approval_no'];
  return `SELECT id, category FROM apps WHERE ${condition} AND ${IS_APPROVED} AND frame_status = 'unreachable'
      AND ${isInDeck(use, query, source)} AND ${isNotDealt(use, query, 'apps.id')}
    ORDER BY ${order.join(', ')} LIMIT ${limit}`;
}

const writerOf = (query: CandidateQuery) => (skipsApps(query) ? boundedFreshSql : freshSql);

/** SQL: the rows as JSON, with one array per column. One array per row takes PostgreSQL 1.5 times as long. */
const columnsOf = (rows: string) =>
  `(SELECT json_build_array(json_agg(id), json_agg(category)) FROM (${rows}) AS listed)`;

/**
 * Writes one statement for all lists of candidates. It reads one snapshot, so an app that moves from one list to another is not
 * missed. If `fresh` is incomplete, it reads no recycled, unreachable or paired apps. Limits are literals: PostgreSQL plans a
 * statement with LIMIT parameters on each call.
 */
function candidatesStatement(query: CandidateQuery, writeFresh: typeof freshSql): SharedStatement {
  const { deck, start, params, pages, isRecycling } = query;
  const source = sourceOf({ deck, viewerId: start.viewerId, algorithm: params.algorithmType });
  const cards = pages * params.appsPerPage;
  const fresh = poolSize(params) + (pages - 1) * params.appsPerPage + 1;
  const newcomers = reservedPlaces(params.appsPerPage, NEWCOMER_SHARE_MAX) + (pages - 1) * params.appsPerPage;
  const isComplete = '(SELECT is_complete FROM extent)';
  const isAllShort = '(SELECT is_short AND is_complete FROM extent)';
  const keys = source.lists[0].keys.map((_key, index) => `json_agg(key_${index})`).join(', ');
  const counts = source.hasPairs ? TRUSTED_COUNTS.map((column) => `, json_agg(${column})`).join('') : '';
  return writeShared((use) => {
    const recycled = { condition: isRecycling ? isComplete : isAllShort, limit: cards + 1 };
    // They come after all apps that can be reached, in whatever language.
    const unreachable = { condition: query.languages ? 'false' : isAllShort, limit: cards + 1 };
    const { rows, isAll } = writeFresh(use, query, source, fresh);
    return `WITH fresh AS MATERIALIZED (${rows}), extent AS MATERIALIZED (
        SELECT is_short, CASE WHEN is_short THEN ${isAll} ELSE true END AS is_complete
        FROM (SELECT count(*) < ${fresh} AS is_short FROM fresh) AS counted
      )${source.hasPairs ? `, ${pairedSql(use, query)}` : ''}
      SELECT (SELECT json_build_array(json_agg(id), json_agg(category), json_build_array(${keys})${counts}) FROM fresh) AS fresh,
        ${source.hasNewcomers ? columnsOf(newcomersSql(use, query, newcomers)) : 'NULL'} AS newcomers,
        ${columnsOf(recycledSql(use, query, source, recycled))} AS recycled,
        ${columnsOf(unreachableSql(use, query, source, unreachable))} AS unreachable,
        ${isComplete} AS "isComplete",
        ${source.hasPairs ? `CASE WHEN ${isComplete} THEN ${tasteJson(use, query)} END` : 'NULL'} AS taste`;
  });
}

/**
 * Writes a statement that reads the ids of the first apps of each deck, one array per deck, as `ids`. For a query that
 * skips apps, it can find fewer than there are.
 */
export function firstAppsStatement(queries: readonly CandidateQuery[], limit: number): SharedStatement {
  return writeShared((use) => {
    const decks = queries.map((query) => {
      const { deck, start, params } = query;
      const source = sourceOf({ deck, viewerId: start.viewerId, algorithm: params.algorithmType });
      const { rows } = writerOf(query)(use, query, source, limit);
      const first = `(SELECT json_agg(id) FROM (${rows}) AS listed)`;
      if (!source.hasPairs) return `coalesce(${first}, '[]')`;
      return `coalesce((WITH ${pairedSql(use, query, limit)} SELECT json_agg(id) FROM paired), ${first}, '[]')`;
    });
    return `SELECT json_build_array(${decks.join(', ')}) AS ids`;
  });
}

type Columns = [ids: string[] | null, categories: string[]];

interface Row {
  fresh: [...Columns, keys: Position[], likes?: number[], views?: number[]];
  newcomers: Columns | null;
  recycled: Columns;
  unreachable: Columns;
  isComplete: boolean;
  taste: TasteRow | null;
}

const candidatesIn = (columns: Columns | null): Candidate[] =>
  (columns?.[0] ?? []).map((id, index) => ({ id, category: columns?.[1][index] ?? '' }));

/** Reads the whole order for few viewers at once, because it takes long. Apps in rare languages or categories are looked up instead. */
const inLongRead = workSlots({ total: POOL_SIZE / 8, perKey: 1, waiting: 32 });

async function readRow(db: Db, query: CandidateQuery): Promise<Row> {
  const { start } = query;
  const isLong = query.deck.kind === 'search' || query.deck.kind === 'for-you';
  const isSlow = start.seen > SHARED_SEEN_MAX || skipsApps(query) || isLong;
  const read = isSlow || query.stored ? readAlone : readShared;
  const row = one([await read<Row>(db, candidatesStatement(query, writerOf(query)))]);
  if (row.isComplete) return row;
  if (query.languages || start.hiddenCategories?.length) {
    const rare = one([await readAlone<Row>(db, candidatesStatement(query, rareFreshSql))]);
    if (rare.isComplete) return rare;
  }
  const whole = () => readAlone<Row>(db, candidatesStatement(query, freshSql));
  return one([await inLongRead(start.viewerId, whole)]);
}

const NONE = {
  fresh: [],
  newcomers: [],
  newcomerShare: 0,
  recycled: [],
  unreachable: [],
  forYou: null,
};

/** Reads the candidates for the next pages of a deck. Rejects with `unavailable` if too many viewers who hide most apps wait. */
export async function readCandidates(db: Db, query: CandidateQuery): Promise<DeckCandidates> {
  const { isRecycling } = query;
  if (isAllHidden(query.deck, query.start.hiddenCategories)) return { ...NONE, isRecycling };
  const { fresh, newcomers, recycled, unreachable, taste } = await readRow(db, query);
  const [ids, categories, keys, likes, views] = fresh;
  return {
    fresh: (ids ?? []).map((id, index) => ({
      id,
      category: categories[index] ?? '',
      position: keys.map((values) => values[index] ?? 0),
    })),
    newcomers: candidatesIn(newcomers),
    newcomerShare: query.start.newcomerShare,
    recycled: candidatesIn(recycled),
    unreachable: candidatesIn(unreachable),
    forYou: taste && rankByTaste([ids, categories, likes ?? [], views ?? []], taste),
    isRecycling,
  };
}
