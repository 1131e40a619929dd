import { type AlgorithmParams, poolSize } from '@zapdeck/contract/instance/settings';
import { type Db, one, POOL_SIZE } from '../../db/client.ts';
import { readAlone, readShared } from '../../db/shared-reads.ts';
import { run } from '../../db/statement.ts';
import { workSlots } from '../../http/rate-limit.ts';
import { pairedApps, rankByTaste, tasteJson, type TasteRow } from '../for-you/paired-apps.ts';
import { hidesAnything, isNotHidden } from '../hidden/is-hidden.ts';
import { algorithmKind } from '../settings/kinds.ts';
import { valuesFrom } from '../settings/settings.ts';
import {
  type Candidate,
  type Candidates,
  type CandidatesForYou,
  NEWCOMER_SHARE_MAX,
  reservedPlaces,
} from './recommend.ts';
import {
  deckValue,
  IS_APPROVED,
  IS_IN_ORDER,
  isUnseen,
  type Key,
  type OpenDeck,
  type Position,
  type Source,
  sourceOf,
} from './sources.ts';

export interface Start {
  params: AlgorithmParams;
  viewerId: string;
  countsAsGuest: boolean;
  newcomerShare: number;
  hides: boolean;
  readsLanguages: readonly string[] | null;
  /** Number of apps that the viewer has seen, including withdrawn ones. */
  seen: number;
  approved: number;
  withdrawn: number;
}

const START = `SELECT asked.no, params.values AS params,
    coalesce((SELECT seen FROM seen_counts WHERE user_id = asked.viewer_id), 0) AS seen,
    coalesce(viewer.counts_as_guest, false) AS "countsAsGuest", viewer.reads_languages AS "readsLanguages",
    (SELECT share FROM first_views_state) AS "newcomerShare",
    ${hidesAnything('asked.viewer_id')} AS hides, state.approved_apps AS approved, state.withdrawn_apps AS withdrawn
  FROM json_to_recordset($1::json) AS asked (no int, viewer_id uuid)
    CROSS JOIN settings AS params CROSS JOIN catalogue AS state
    LEFT JOIN LATERAL (
      SELECT counts_as_guest(users), reads_languages FROM users WHERE id = asked.viewer_id OFFSET 0
    ) AS viewer ON true
  WHERE params.kind = 'algorithm' AND params.is_active`;

/** Reads the settings and the history of the viewer. */
export async function readStart(db: Db, viewerId: string): Promise<Start> {
  const row = await readShared<Omit<Start, 'params' | 'viewerId'> & { params: Record<string, unknown> }>(db, {
    text: START,
    asked: { viewer_id: viewerId },
  });
  if (!row) throw new Error('No parameters of the algorithm are in force');
  const { countsAsGuest, newcomerShare, hides, readsLanguages, seen, approved, withdrawn } = row;
  const params = valuesFrom(algorithmKind, row.params);
  return { params, viewerId, countsAsGuest, newcomerShare, hides, readsLanguages, seen, approved, withdrawn };
}

/** Returns true if the viewer has seen enough approved apps that pages reserve places for recycled ones. */
export async function isEnoughSeen(
  db: Db,
  { viewerId, seen, approved, withdrawn }: Start,
  { recycledContentThreshold }: AlgorithmParams,
): Promise<boolean> {
  const isEnough = (count: number) => count > 0 && count * 100 >= approved * recycledContentThreshold;
  if (!isEnough(seen)) return false;
  if (isEnough(seen - withdrawn)) return true;
  const counted = await run<{ seen: number }>(db, {
    text: `SELECT count(*)::int AS seen FROM seen_apps JOIN apps ON apps.id = seen_apps.app_id
      WHERE seen_apps.user_id = $1 AND apps.status = 'approved'`,
    values: [viewerId],
  });
  return isEnough(one(counted).seen);
}

/** Viewers who have seen more apps get their own statement, because a shared one would delay the others. */
const SHARED_SEEN_MAX = 1_000;

export const READ_MAX = 10_000;
const SMALL_CATALOGUE = READ_MAX / 2;

export interface CandidateQuery {
  start: Pick<
    Start,
    'viewerId' | 'countsAsGuest' | 'newcomerShare' | 'hides' | 'readsLanguages' | 'seen' | 'approved'
  >;
  deck: OpenDeck;
  /** Only apps in these languages or in an unknown language. If absent, all apps. */
  languages?: readonly string[] | null;
  params: AlgorithmParams;
  isRecycling: boolean;
  pages: number;
  stored?: { id: string; day: string; page: number } | undefined;
  /** Dealt cards that are not stored yet. They are excluded. */
  dealt?: readonly string[];
  from?: Position | null;
}

export interface DeckCandidates extends Candidates {
  /** `position` is the app's place in the order of the deck. */
  fresh: readonly (Candidate & { position: Position })[];
  unreachable: readonly Candidate[];
  forYou: (Pick<CandidatesForYou, 'ranked' | 'unwanted'> & { taste: string }) | null;
}

/** Returns the languages whose apps come first, or null if language does not affect the order. */
export const firstLanguages = ({ deck, start }: Pick<CandidateQuery, 'deck' | 'start'>) =>
  deck.kind === 'search' ? null : start.readsLanguages;

const APP_COLUMNS = 'apps.id, apps.category, apps.tags, apps.submitted_by, apps.language';

/** SQL condition on `APP_COLUMNS`: the viewer does not hide the app, and the app is in a language of the query or an unknown one. */
export const IS_SHOWN = `${isNotHidden('asked.viewer_id')} AND (apps.language = ANY (asked.languages)) IS NOT FALSE`;

interface FreshSelection {
  source: Source;
  isLeft: (keys: readonly Key[]) => string;
  skips: boolean;
  read: number | 'ALL';
  rows: number;
}

/** Returns SQL that selects the first apps of a deck in its order. */
export function freshSql({ source: { lists, isFresh }, isLeft, skips, read, rows }: FreshSelection): string {
  const names = lists[0].keys.map((_key, index) => `key_${index}`);
  const selected = lists.map(({ from, where, keys }) => {
    const columns = keys.map(({ column }, index) => `${column} AS key_${index}`).join(', ');
    const list = `SELECT ${APP_COLUMNS}, ${columns} FROM ${from}
      WHERE ${IS_IN_ORDER} AND ${where} AND ${isFresh} AND ${isLeft(keys)}
      ORDER BY ${keys.map(({ column }) => `${column} DESC`).join(', ')} LIMIT ${skips ? read : rows}`;
    if (!skips) return list;
    // No ORDER BY: the list is in order already, and ORDER BY would make the planner read all of it.
    return `SELECT * FROM (${list}) AS apps WHERE ${IS_SHOWN} LIMIT ${rows}`;
  });
  if (selected.length === 1) return selected.join('');
  return `SELECT * FROM ((${selected.join(') UNION ALL (')})) AS merged
    ORDER BY ${names.map((name) => `${name} DESC`).join(', ')} LIMIT ${rows}`;
}

const IS_NOT_DEALT = 'apps.id NOT IN (SELECT id FROM dealt)';

function isBelow(keys: readonly Key[]): string {
  const values = keys.map(({ type }, index) => `(asked.position ->> ${index})::${type}`);
  return `(${keys.map(({ column }) => column).join(', ')}) < (${values.join(', ')})`;
}

const recycledSql = {
  simple: () => 'SELECT id, category FROM apps WHERE false',
  semi_simple: ({ contains, lists: [{ keys }] }: Source, isShown: string) =>
    `SELECT apps.id, apps.category FROM seen_apps JOIN apps ON apps.id = seen_apps.app_id
      WHERE seen_apps.user_id = asked.viewer_id AND ${IS_IN_ORDER} AND ${contains} AND ${isShown} AND ${IS_NOT_DEALT}
      ORDER BY ${keys.map(({ column }) => `${column} DESC`).join(', ')}`,
  normal: ({ contains }: Source, isShown: string) =>
    `SELECT apps.id, apps.category FROM seen_apps CROSS JOIN LATERAL (
        SELECT id, category FROM apps
        WHERE apps.id = seen_apps.app_id AND ${IS_IN_ORDER} AND ${contains} AND ${isShown} OFFSET 0
      ) AS apps
      WHERE seen_apps.user_id = asked.viewer_id AND seen_apps.app_id NOT IN (SELECT id FROM dealt)
      ORDER BY seen_apps.last_viewed_at, seen_apps.app_id`,
} as const;

interface Limits {
  fresh: number;
  newcomers: number;
  others: number;
}

function limitsOf({ pages, params }: CandidateQuery): Limits {
  const laterCards = (pages - 1) * params.appsPerPage;
  return {
    fresh: poolSize(params) + laterCards + 1,
    newcomers: reservedPlaces(params.appsPerPage, NEWCOMER_SHARE_MAX) + laterCards,
    others: laterCards + params.appsPerPage + 1,
  };
}

/** SQL: the rows as JSON, one array per column. One array per row takes PostgreSQL 1.5 times as long. */
const columnsOf = (rows: string) =>
  `(SELECT json_build_array(json_agg(id), json_agg(category)) FROM ${rows})`;

const skipsApps = ({ start, languages }: CandidateQuery): boolean => start.hides || Boolean(languages);

/**
 * One statement reads all lists from one snapshot, so it misses no app that moves between lists. The planner keeps
 * the generic plan because it cannot see values in JSON. It sees the limits, so it does not plan to read all apps.
 */
function candidatesSql(query: CandidateQuery, limits: Limits, read: FreshSelection['read']): string {
  const { start, deck, params, from, stored, dealt } = query;
  const asked = { viewer: 'asked.viewer_id', value: 'asked.value', seen: start.seen };
  const source = sourceOf(deck, params.algorithmType, asked);
  // Adds only conditions that can exclude apps, because each one makes the planner expect to read more apps.
  const skips = skipsApps(query);
  const isShown = skips ? IS_SHOWN : 'true';
  const isNotDealt = stored || dealt?.length ? IS_NOT_DEALT : 'true';
  const isLeft = (keys: readonly Key[]) => (from ? `${isNotDealt} AND ${isBelow(keys)}` : isNotDealt);
  const fresh = { source, isLeft, skips, read, rows: limits.fresh };
  const isUnseenByViewer = isUnseen('asked.viewer_id');
  const keys = source.lists[0].keys.map((_key, index) => `json_agg(key_${index})`).join(', ');
  return `SELECT asked.no, found.* FROM json_to_recordset($1::json) AS asked (
    no int, viewer_id uuid, counts_as_guest boolean, languages text[], first_languages text[], value text, is_recycling boolean,
    deck_id uuid, day date, page int, dealt uuid[], position jsonb
  ) CROSS JOIN LATERAL (
    -- Cards of earlier pages, stored or not.
    WITH dealt AS MATERIALIZED (
      SELECT unnest(app_ids) AS id FROM deck_pages
      WHERE deck_id = asked.deck_id AND day = asked.day AND page < asked.page
      UNION ALL SELECT unnest(asked.dealt)
    ),
    -- The next apps in the order of the deck.
    fresh AS MATERIALIZED (
      ${freshSql(fresh)}
    ),
    -- True if no more fresh apps follow.
    extent AS MATERIALIZED (SELECT count(*) < ${limits.fresh} AS is_short FROM fresh),
    -- Apps whose next first view was due first, without those for which a view of this viewer would not count.
    newcomers AS (
      SELECT id, category FROM (
        SELECT ${APP_COLUMNS} FROM view_budgets AS budget JOIN apps ON apps.id = budget.app_id
        WHERE budget.due_at IS NOT NULL AND ${IS_IN_ORDER} AND apps.submitted_by IS DISTINCT FROM asked.viewer_id
          AND ${isNotDealt} AND ${isUnseenByViewer}
          AND NOT (asked.counts_as_guest AND budget.guest_views >= budget.guests_max)
        -- A newcomer beyond the limit is not missed: it has its place in the order too.
        ORDER BY budget.due_at, budget.app_id LIMIT ${READ_MAX}
      ) AS apps WHERE ${source.hasNewcomers} AND ${isShown} LIMIT ${limits.newcomers}
    ),
    -- Seen apps.
    recycled AS (
      SELECT * FROM (${recycledSql[params.algorithmType](source, isShown)} LIMIT ${limits.others}) AS seen
      WHERE asked.is_recycling OR (SELECT is_short FROM extent)
    ),
    -- Apps that do not load, after all others in whatever language.
    unreachable AS (
      SELECT id, category FROM apps
      WHERE (SELECT is_short FROM extent) AND asked.languages IS NULL AND ${IS_APPROVED} AND frame_status = 'unreachable'
        AND ${source.contains} AND ${isShown} AND ${isNotDealt}
      ORDER BY (apps.language = ANY (asked.first_languages)) IS NOT FALSE DESC, approval_no LIMIT ${limits.others}
    )${source.hasPairs ? `, ${pairedApps('asked.viewer_id', `${IS_IN_ORDER} AND ${isNotDealt} AND ${isUnseenByViewer} AND ${isShown}`)}` : ''}
    SELECT (SELECT json_build_array(json_agg(id), json_agg(category), json_build_array(${keys})) FROM fresh) AS fresh,
      ${columnsOf('newcomers')} AS newcomers, ${columnsOf('recycled')} AS recycled, ${columnsOf('unreachable')} AS unreachable,
      ${source.hasPairs ? tasteJson('asked.viewer_id') : 'NULL::json'} AS taste
  ) AS found`;
}

type Columns = [ids: string[] | null, categories: string[]];

interface CandidateLists {
  fresh: [...Columns, keys: Position[]];
  newcomers: Columns;
  recycled: Columns;
  unreachable: Columns;
  taste: TasteRow | null;
}

const candidatesIn = ([ids, categories]: Columns): Candidate[] =>
  (ids ?? []).map((id, index) => ({ id, category: categories[index] ?? '' }));

/** Reading a whole order takes long, so only a few viewers do it at once. */
const inLongRead = workSlots({ total: POOL_SIZE / 8, perKey: 1, waiting: 32 });

async function readLists(db: Db, query: CandidateQuery): Promise<CandidateLists> {
  const { start, deck, stored, languages = null } = query;
  const limits = limitsOf(query);
  const asked = {
    viewer_id: start.viewerId,
    counts_as_guest: start.countsAsGuest,
    languages,
    first_languages: firstLanguages(query),
    value: deckValue(deck),
    is_recycling: query.isRecycling,
    deck_id: stored?.id,
    day: stored?.day,
    page: stored?.page,
    dealt: query.dealt ?? [],
    position: query.from,
  };
  const isLong = deck.kind === 'search' || deck.kind === 'for-you' || skipsApps(query);
  const isShared = !isLong && !stored && start.seen <= SHARED_SEEN_MAX;
  const read = async (count: FreshSelection['read']) => {
    const statement = { text: candidatesSql(query, limits, count), asked };
    return one([await (isShared ? readShared : readAlone)<CandidateLists>(db, statement)]);
  };
  const lists = await read(READ_MAX);
  const isShort = (lists.fresh[0]?.length ?? 0) < limits.fresh;
  // A search finds fewer apps.
  const mayBeCut = skipsApps(query) && start.approved > SMALL_CATALOGUE && deck.kind !== 'search';
  return isShort && mayBeCut ? inLongRead(start.viewerId, () => read('ALL')) : lists;
}

/** Reads the candidates for the next pages of a deck. Rejects with `unavailable` if too many long reads wait. */
export async function readCandidates(db: Db, query: CandidateQuery): Promise<DeckCandidates> {
  const { fresh, newcomers, recycled, unreachable, taste } = await readLists(db, query);
  const [, , keys] = fresh;
  const unseen = candidatesIn([fresh[0], fresh[1]]);
  return {
    fresh: unseen.map((app, index) => ({ ...app, position: keys.map((values) => values[index] ?? 0) })),
    newcomers: candidatesIn(newcomers),
    newcomerShare: query.start.newcomerShare,
    recycled: candidatesIn(recycled),
    unreachable: candidatesIn(unreachable),
    forYou: taste && rankByTaste(unseen, taste),
    isRecycling: query.isRecycling,
  };
}
