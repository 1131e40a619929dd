import { type AlgorithmParams, poolSize } from '@zapdeck/contract/settings';
import { type Statement, unplanned, type Use, write } from '../../db/statement.ts';
import {
  type Deck,
  isUntouched,
  NEWCOMERS_MAX,
  type NormalDeck,
  rankingOf,
  type SemiSimpleDeck,
  type SimpleDeck,
  type UnseenDeck,
} from './deck.ts';
import type { FeedRanking } from '../../db/schema/feed.table.ts';
import { packed, packedIds } from './packed-candidates.ts';
import { newcomerShare } from './recommend.ts';
import { isSince } from './snapshot.ts';
import {
  APP_COLUMNS,
  changed,
  changedAbove,
  changedMax,
  GONE,
  type History,
  IS_NEWCOMER,
  IS_RANKED,
  isBelow,
  isoOf,
  isUnseen,
  millisecondsOf,
  NOBODY,
  orderBy,
  rankOf,
  type Seer,
  type Unseen,
  unseen,
} from './unseen.ts';

/** The lists that a statement can have. */
export type List = 'fresh' | 'newcomers' | 'met' | 'moved';

interface Part {
  list: List;
  sql: string;
  /** The number that candidates of this list have beside their position. */
  number: string;
  /** How many rows were walked for them, as far as one row tells. */
  walked?: string;
}

/** One statement for all lists, with the snapshot that they were all taken from. */
function oneRow(ranking: FeedRanking, parts: readonly Part[], others: readonly string[] = []): string {
  const lists = parts.map(
    ({ list, sql, number, walked }) => `${packed(ranking, sql, number, walked)} AS ${list}`,
  );
  return `SELECT ${[...lists, ...others].join(', ')},
      pg_current_snapshot()::text AS "asOf", (SELECT epoch::text FROM feed_state) AS epoch,
      (SELECT max(apps.approval_no)::float8 FROM apps WHERE ${IS_NEWCOMER}) AS "lastNewcomer"`;
}

/**
 * The same from the viewer's frontier on, with what it was, which of its holes are gone, and how many apps changed; no
 * row, when none is stored that still holds.
 */
function fromFrontier(
  use: Use,
  viewer: Seer,
  ranking: FeedRanking,
  parts: readonly Part[],
  others: readonly string[],
): string {
  return `SELECT page.*, encode(frontier.candidates, 'hex') AS holes,
      frontier.rank AS "usedRank", frontier.newcomers_after::float8 AS "usedNewcomersAfter"
    FROM feed_frontiers AS frontier CROSS JOIN LATERAL (
      WITH changed AS MATERIALIZED (${changed(use, changedMax(viewer.seen))}),
        gone AS MATERIALIZED (${GONE})
      ${oneRow(ranking, parts, others)}, ${packedIds('SELECT id FROM gone')} AS gone,
      (SELECT count(*)::int FROM changed) AS changed
    ) AS page
    WHERE frontier.user_id = ${use(viewer.id)}::uuid AND frontier.ranking = '${ranking}'
      AND frontier.epoch = (SELECT epoch FROM feed_state)`;
}

function isNotDealt({ dealt, newcomers }: NormalDeck): (use: Use) => string {
  return (use) => {
    const conditions = ['true'];
    if (newcomers.length > 0) {
      conditions.push(
        `(apps.approval_no = ANY(${unplanned(`${use(newcomers)}::bigint[]`)}::bigint[])) IS NOT TRUE`,
      );
    }
    if (dealt.length > 0) {
      const lists = [
        `${use(dealt.map(([category]) => category))}::text[]`,
        `${use(dealt.map(([, [score]]) => score))}::float8[]`,
        `${use(dealt.map(([, [, createdAt]]) => isoOf(createdAt)))}::timestamptz[]`,
        `${use(dealt.map(([, [, , id]]) => id))}::uuid[]`,
      ];
      conditions.push(`(SELECT true
        FROM unnest(${lists.map(unplanned).join(', ')})
          AS dealt (category, score, created_at, id)
        WHERE dealt.category = apps.category
          AND (apps.ranking_score, apps.created_at, apps.id) >= (dealt.score, dealt.created_at, dealt.id)
        LIMIT 1) IS NOT TRUE`);
    }
    return conditions.join(' AND ');
  };
}

/** The unseen newcomers that the deck has not dealt, first approved first. */
function newcomersPart(
  use: Use,
  viewerId: string,
  deck: NormalDeck,
  { history, limit }: { history: History; limit: number },
): Part {
  const dealt = `${use(deck.newcomers.at(-1) ?? 0)}::bigint`;
  // One that was unreachable may stand before the others.
  const found = () =>
    `(SELECT min(apps.approval_no) - 1 FROM changed AS apps WHERE ${IS_NEWCOMER} AND ${isUnseen(use, viewerId)})`;
  const after =
    history === 'frontier'
      ? `greatest(least(frontier.newcomers_after, ${found()}), ${dealt})`
      : unplanned(dealt);
  const sql = `SELECT ${APP_COLUMNS} FROM apps
    WHERE ${IS_NEWCOMER} AND apps.approval_no > ${after}
      AND ${isBelow(use, 'score', deck.frontier)} AND ${isNotDealt(deck)(use)} AND ${isUnseen(use, viewerId)}
    ORDER BY apps.approval_no LIMIT ${limit}`;
  return { list: 'newcomers', sql, number: 'apps.approval_no' };
}

/** Clocks of nodes may be that far apart. */
const CLOCKS_APART_MS = 3_600_000;

/** Of a row of seen_apps: the viewer met the app first after the deck had begun. */
function isMetSince(use: Use, { startedAt, asOf }: UnseenDeck): string {
  if (!asOf) return 'false';
  const moment = isoOf(Math.max(0, startedAt - CLOCKS_APART_MS));
  return `(seen_apps.last_viewed_at >= ${unplanned(`${use(moment)}::timestamptz`)} AND ${isSince(use, 'seen_apps.seen_xid', asOf)})`;
}

/** What the viewer met since the deck began, which is unseen to the deck, as far as it has not dealt it. */
function metSincePart(use: Use, viewerId: string, deck: UnseenDeck, wanted: Unseen): Part {
  const { ranking, from, isLeft, limit } = wanted;
  const sql = `SELECT apps.* FROM seen_apps CROSS JOIN LATERAL (
      SELECT ${APP_COLUMNS} FROM apps WHERE apps.id = seen_apps.app_id AND ${IS_RANKED} OFFSET 0
    ) AS apps
    WHERE seen_apps.user_id = ${unplanned(`${use(viewerId)}::uuid`)} AND ${isMetSince(use, deck)}
      AND ${isBelow(use, ranking, from)} AND ${isLeft(use)} ${orderBy(ranking)} LIMIT ${limit}`;
  return { list: 'met', sql, number: 'apps.approval_no' };
}

/** The rows of a query with all that a deck asks of an app that comes back, as JSON. */
const recycledList = (ranking: FeedRanking, sql: string): string =>
  `(SELECT json_agg(json_build_array(apps.id, apps.category, ${rankOf(ranking)}, ${millisecondsOf('apps.created_at')},
      ${millisecondsOf('apps.last_viewed_at')}, apps.passed)) FROM (${sql}) AS apps) AS recycled`;

/** Of rows of seen_apps: what the viewer had seen when the deck began and has not seen again. */
function isRecyclable(use: Use, viewerId: string, deck: NormalDeck): string {
  return `seen_apps.user_id = ${use(viewerId)}::uuid
      AND seen_apps.last_viewed_at < ${use(isoOf(deck.startedAt))}::timestamptz AND ${isMetSince(use, deck)} IS NOT TRUE`;
}

const SEEN_POSITION = '(seen_apps.last_viewed_at, seen_apps.app_id)';

/** The apps seen before the deck started that it has not dealt, least recently viewed first. */
function recycledPart(use: Use, viewerId: string, deck: NormalDeck, limit: number): string {
  const [time, id] = deck.recycled ?? [0, NOBODY];
  const from = [`${use(isoOf(time))}::timestamptz`, `${use(id)}::uuid`] as const;
  // Each looked up by its key, behind a fence: a join of the two tables would be planned for all that was seen.
  const listed = `SELECT apps.*, seen_apps.app_id, seen_apps.last_viewed_at
    FROM seen_apps CROSS JOIN LATERAL (
      SELECT ${APP_COLUMNS} FROM apps WHERE apps.id = seen_apps.app_id AND ${IS_RANKED} OFFSET 0
    ) AS apps
    WHERE ${isRecyclable(use, viewerId, deck)} AND ${SEEN_POSITION} > (${from.join()})
    ORDER BY seen_apps.last_viewed_at, seen_apps.app_id LIMIT ${limit}`;
  const order = 'OVER (ORDER BY listed.last_viewed_at, listed.app_id)';
  const numbered = `SELECT apps.*, (SELECT count(*) FROM seen_apps WHERE ${isRecyclable(use, viewerId, deck)}
      AND ${SEEN_POSITION} > (apps.last_time, apps.last_id) AND ${SEEN_POSITION} <= (apps.last_viewed_at, apps.id)) AS passed
    FROM (SELECT listed.*, lag(listed.last_viewed_at, 1, ${from[0]}) ${order} AS last_time,
      lag(listed.app_id, 1, ${from[1]}) ${order} AS last_id FROM (${listed}) AS listed) AS apps`;
  return recycledList('score', numbered);
}

/** How many rows of what was seen when the deck began stand behind where its recycling is. */
export function seenLeftStatement(viewerId: string, deck: NormalDeck): Statement {
  const [time, id] = deck.recycled ?? [0, NOBODY];
  return write(
    (use) => `SELECT count(*)::int AS count FROM seen_apps WHERE ${isRecyclable(use, viewerId, deck)}
      AND ${SEEN_POSITION} > (${use(isoOf(time))}::timestamptz, ${use(id)}::uuid)`,
  );
}

/** The apps seen before the deck started that it has not dealt, most upvoted first. */
function seenByUpvotesPart(use: Use, viewerId: string, deck: SemiSimpleDeck, limit: number): string {
  return recycledList(
    'upvotes',
    `SELECT ${APP_COLUMNS}, seen_apps.last_viewed_at, 0 AS passed
    FROM apps JOIN seen_apps ON seen_apps.app_id = apps.id AND seen_apps.user_id = ${use(viewerId)}::uuid
    WHERE ${IS_RANKED} AND ${isMetSince(use, deck)} IS NOT TRUE AND ${isBelow(use, 'upvotes', deck.seen)}
    ${orderBy('upvotes')} LIMIT ${limit}`,
  );
}

/** How many of each list are read: one more than a page can take, which tells whether there is another page. */
export function limitsOf(deck: Deck, params: AlgorithmParams) {
  const page = params.appsPerPage + 1;
  return { page, fresh: deck.algorithm === 'normal' ? poolSize(params) + 1 : page };
}

/** How many newcomers the deck's next page can take. */
function newcomersOf(deck: UnseenDeck, params: AlgorithmParams): number {
  if (deck.algorithm !== 'normal') return 0;
  return Math.min(newcomerShare(params.appsPerPage), NEWCOMERS_MAX - deck.newcomers.length);
}

/** Whether the deck's next page has places for newcomers. */
export const hasNewcomers = (deck: UnseenDeck, params: AlgorithmParams) => newcomersOf(deck, params) > 0;

/** Of a *simple* deck: all apps that it has not dealt, by score. */
export function rankedStatement({ frontier }: SimpleDeck, params: AlgorithmParams): Statement {
  return write((use) => {
    const sql = `SELECT ${APP_COLUMNS} FROM apps WHERE ${IS_RANKED} AND ${isBelow(use, 'score', frontier)}
      ${orderBy('score')} LIMIT ${params.appsPerPage + 1}`;
    return oneRow('score', [{ list: 'fresh', sql, number: '0' }]);
  });
}

/** What the viewer has not seen and the deck has not dealt, and with `isRecycling` what comes back too. */
export function unseenStatement(
  viewer: Seer,
  deck: UnseenDeck,
  params: AlgorithmParams,
  history: History,
): Statement {
  const { page, fresh: limit } = limitsOf(deck, params);
  return write((use) => {
    const parts: Part[] = [];
    const others: string[] = [];
    const addFresh = (asked: Pick<Unseen, 'ranking' | 'from' | 'isLeft'>) => {
      const wanted = { ...asked, isFirst: isUntouched(deck), viewer, limit };
      const number = 'apps.approval_no';
      parts.push({ list: 'fresh', sql: unseen(use, wanted, history), number, walked: 'apps.walked' });
      if (history === 'frontier') parts.push({ list: 'moved', sql: changedAbove(use, wanted), number });
      if (deck.asOf) parts.push(metSincePart(use, viewer.id, deck, wanted));
    };
    if (deck.algorithm === 'semi_simple') {
      addFresh({ ranking: 'upvotes', from: deck.unseen, isLeft: () => 'true' });
    } else {
      addFresh({ ranking: 'score', from: deck.frontier, isLeft: isNotDealt(deck) });
      const share = newcomersOf(deck, params);
      if (share > 0) parts.push(newcomersPart(use, viewer.id, deck, { history, limit: share }));
      if (deck.isRecycling) others.push(recycledPart(use, viewer.id, deck, page));
      if (!deck.asOf)
        others.push(`(SELECT seen FROM seen_counts WHERE user_id = ${use(viewer.id)}::uuid) AS seen`);
    }
    const ranking = rankingOf(deck.algorithm);
    return history === 'frontier'
      ? fromFrontier(use, viewer, ranking, parts, others)
      : oneRow(ranking, parts, others);
  });
}

/** What the viewer has seen and the deck has not dealt, in the order in which it comes back. */
export function seenStatement(viewerId: string, deck: UnseenDeck, params: AlgorithmParams): Statement {
  const { page } = limitsOf(deck, params);
  return write((use) =>
    deck.algorithm === 'normal'
      ? oneRow('score', [], [recycledPart(use, viewerId, deck, page)])
      : oneRow('upvotes', [], [seenByUpvotesPart(use, viewerId, deck, page)]),
  );
}
