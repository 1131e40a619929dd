import { type AlgorithmParams, poolSize } from '@zapdeck/contract/settings';
import { type Db, one } from '../../db/client.ts';
import { readAlone, readShared, type SharedStatement, writeShared } from '../../db/shared-reads.ts';
import type { Use } from '../../db/statement.ts';
import { IS_APPROVED, IS_IN_ORDER, isBelow, orderBy, type Position } from './order.ts';
import { type Candidate, type Candidates, MOST_NEWCOMERS, newcomerPlaces } from './recommend.ts';
import { type OpenDeck, type Source, sourceOf, unseenOneByOne } from './sources.ts';
import type { Start } from './start.ts';
import { isNotHidden } from '../hidden/is-hidden.ts';

/** A viewer who has seen more or hides apps gets a separate statement, because a shared one would delay the others. So does a search. */
const SHARED_SEEN_MAX = 256;
/** Above this number of seen apps, a lookup per app is faster than a hash table of all seen apps. */
const HASHED_SEEN_MAX = 10_000;

/** A candidate with its position in the order of the deck. */
export interface Placed extends Candidate {
  position: Position;
}

export interface Found extends Candidates {
  fresh: readonly Placed[];
  /** In the order of approval. */
  unreachable: readonly Candidate[];
}

export interface CandidateQuery {
  start: Pick<Start, 'viewerId' | 'isGuest' | 'newcomerShare' | 'hides' | 'seen'>;
  deck: OpenDeck;
  params: AlgorithmParams;
  isRecycling: boolean;
  /** Number of pages that the candidates must fill. */
  pages: number;
  /** Excludes the pages of this stored deck before `page`. */
  stored?: { id: string; day: string; page: number } | undefined;
  /** Excludes these apps: dealt cards that are not stored yet. */
  dealt?: readonly string[];
  /** Fresh apps start below this position. */
  from?: Position | null;
}

/** SQL condition: the deck has not dealt the app. */
function isNotDealt(use: Use, { stored, dealt = [] }: CandidateQuery, column: string): string {
  const lists: string[] = [];
  if (stored)
    lists.push(`SELECT unnest(app_ids) FROM deck_pages
      WHERE deck_id = ${use(stored.id)}::uuid AND day = ${use(stored.day)}::date AND page < ${use(stored.page)}::int`);
  if (dealt.length > 0) lists.push(`SELECT unnest(${use(`{${dealt.join(',')}}`)}::uuid[])`);
  return lists.length === 0 ? 'true' : `${column} NOT IN (${lists.join(' UNION ALL ')})`;
}

/** SQL condition: the viewer has not seen the app. Hashes the seen apps unless there are too many. */
const isUnseen = (use: Use, query: CandidateQuery): string =>
  query.start.seen > HASHED_SEEN_MAX
    ? unseenOneByOne(query.start.viewerId)(use)
    : `apps.id NOT IN (SELECT app_id FROM seen_apps WHERE user_id = ${use(query.start.viewerId)}::uuid)`;

/** SQL condition on `apps` alone: the viewer does not hide the app. Absent if the viewer hides nothing. */
const shownOnly = (use: Use, { start: { viewerId, hides } }: CandidateQuery): string[] =>
  hides ? [isNotHidden(`${use(viewerId)}::uuid`)] : [];

function freshSql(use: Use, query: CandidateQuery, source: Source, limit: number): string {
  const lists = source.lists.map(({ from, where, keys }) => {
    const conditions = [IS_IN_ORDER, where(use), isNotDealt(use, query, 'apps.id'), ...shownOnly(use, query)];
    if (query.from) conditions.push(isBelow(use, keys, query.from));
    if (source.skipsSeen) conditions.push(isUnseen(use, query));
    const columns = keys.map(({ column }, index) => `${column} AS key_${index}`);
    return `SELECT apps.id, apps.category, ${columns.join(', ')} FROM ${from(use)}
      WHERE ${conditions.join(' AND ')} ${orderBy(keys)} LIMIT ${limit}`;
  });
  if (lists.length === 1) return lists.join('');
  const merged = lists.map((list) => `(${list})`).join(' UNION ALL ');
  const order = source.lists[0].keys.map((_key, index) => `key_${index} DESC`).join(', ');
  return `SELECT * FROM (${merged}) AS merged ORDER BY ${order} LIMIT ${limit}`;
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

/** Selects the apps whose next first view was due first. A view of the maker, or of one more guest, may not count. */
function newcomersSql(use: Use, query: CandidateQuery, limit: number): string {
  const { viewerId, isGuest } = query.start;
  const conditions = [
    'budget.due_at IS NOT NULL',
    IS_IN_ORDER,
    `apps.submitted_by IS DISTINCT FROM ${use(viewerId)}::uuid`,
    isNotDealt(use, query, 'apps.id'),
    unseenOneByOne(viewerId)(use),
    ...(isGuest ? ['budget.guest_views < budget.guests_max'] : []),
    ...shownOnly(use, query),
  ];
  return `SELECT apps.id, apps.category FROM view_budgets AS budget JOIN apps ON apps.id = budget.app_id
    WHERE ${conditions.join(' AND ')} ORDER BY budget.due_at, budget.app_id LIMIT ${limit}`;
}

const unreachableSql = (
  use: Use,
  query: CandidateQuery,
  source: Source,
  { condition, limit }: { condition: string; limit: number },
): string =>
  `SELECT id, category FROM apps WHERE ${condition} AND ${IS_APPROVED} AND frame_status = 'unreachable'
      AND ${isInDeck(use, query, source)} AND ${isNotDealt(use, query, 'apps.id')}
    ORDER BY approval_no LIMIT ${limit}`;

/** SQL: the rows as JSON, with one array per column. One array per row takes PostgreSQL 1.5 times as long. */
const columnsOf = (rows: string) =>
  `(SELECT json_build_array(json_agg(id), json_agg(category)) FROM (${rows}) AS listed)`;

/**
 * Writes one statement for all lists of candidates. It reads one snapshot, so an app that moves from one list to another is
 * not missed. Limits are literals: PostgreSQL plans a statement with LIMIT parameters on each call.
 */
export function candidatesStatement(query: CandidateQuery): SharedStatement {
  const { deck, start, params, pages, isRecycling } = query;
  const source = sourceOf({ deck, viewerId: start.viewerId, algorithm: params.algorithmType });
  const cards = pages * params.appsPerPage;
  const fresh = poolSize(params) + (pages - 1) * params.appsPerPage + 1;
  const newcomers = newcomerPlaces(params.appsPerPage, MOST_NEWCOMERS) + (pages - 1) * params.appsPerPage;
  const isShort = `(SELECT count(*) < ${fresh} FROM fresh)`;
  const keys = source.lists[0].keys.map((_key, index) => `json_agg(key_${index})`).join(', ');
  return writeShared((use) => {
    const recycled = { condition: isRecycling ? 'true' : isShort, limit: cards + 1 };
    const unreachable = { condition: isShort, limit: cards + 1 };
    return `WITH fresh AS MATERIALIZED (${freshSql(use, query, source, fresh)})
      SELECT (SELECT json_build_array(json_agg(id), json_agg(category), json_build_array(${keys})) FROM fresh) AS fresh,
        ${source.hasNewcomers ? columnsOf(newcomersSql(use, query, newcomers)) : 'NULL'} AS newcomers,
        ${columnsOf(recycledSql(use, query, source, recycled))} AS recycled,
        ${columnsOf(unreachableSql(use, query, source, unreachable))} AS unreachable`;
  });
}

/** Writes a statement that reads the ids of the first apps of each deck, one array per deck, as `ids`. */
export function firstAppsStatement(queries: readonly CandidateQuery[], limit: number): SharedStatement {
  return writeShared((use) => {
    const decks = queries.map((query) => {
      const { deck, start, params } = query;
      const source = sourceOf({ deck, viewerId: start.viewerId, algorithm: params.algorithmType });
      return `(SELECT coalesce(json_agg(id), '[]') FROM (${freshSql(use, query, source, limit)}) AS listed)`;
    });
    return `SELECT json_build_array(${decks.join(', ')}) AS ids`;
  });
}

type Columns = [ids: string[] | null, categories: string[]];

interface Row {
  fresh: [ids: string[] | null, categories: string[], keys: Position[]];
  newcomers: Columns | null;
  recycled: Columns;
  unreachable: Columns;
}

const candidatesIn = (columns: Columns | null): Candidate[] =>
  (columns?.[0] ?? []).map((id, index) => ({ id, category: columns?.[1][index] ?? '' }));

/** Reads the candidates for the next pages of a deck. */
export async function readCandidates(db: Db, query: CandidateQuery): Promise<Found> {
  const { seen, hides } = query.start;
  const isSlow = seen > SHARED_SEEN_MAX || hides || query.deck.kind === 'search';
  const read = isSlow || query.stored ? readAlone : readShared;
  const row = one([await read<Row>(db, candidatesStatement(query))]);
  const [ids, categories, keys] = row.fresh;
  return {
    fresh: (ids ?? []).map((id, index) => ({
      id,
      category: categories[index] ?? '',
      position: keys.map((values) => values[index] ?? 0),
    })),
    newcomers: candidatesIn(row.newcomers),
    newcomerShare: query.start.newcomerShare,
    recycled: candidatesIn(row.recycled),
    unreachable: candidatesIn(row.unreachable),
    isRecycling: query.isRecycling,
  };
}
