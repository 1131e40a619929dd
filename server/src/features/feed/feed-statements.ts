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
import type { FeedRanking } from './feed.table.ts';
import { packed, packedIds } from './packed-candidates.ts';
import { newcomerShare } from './recommend.ts';
import {
  APP_COLUMNS,
  changed,
  changedAbove,
  changedMax,
  GONE,
  type History,
  IS_APPROVED,
  IS_NEWCOMER,
  isBelow,
  isoOf,
  isUnseen,
  millisecondsOf,
  orderBy,
  type Seer,
  type Unseen,
  unseen,
} from './unseen.ts';

/** The lists that a statement can have. */
export type List = 'fresh' | 'newcomers' | 'recycled' | 'moved';

interface Part {
  list: List;
  sql: string;
  /** The number that candidates of this list have beside their position. */
  number: string;
  /** How many rows were walked for them, as far as one row tells. */
  walked?: string;
}

/** One statement for all lists, with the snapshot that they were all taken from. */
function oneRow(ranking: FeedRanking, parts: readonly Part[]): string {
  return `SELECT ${parts.map(({ list, sql, number, walked }) => `${packed(ranking, sql, number, walked)} AS ${list}`).join(', ')},
      pg_snapshot_xmin(pg_current_snapshot())::text AS "asOf", (SELECT epoch::text FROM feed_state) AS epoch,
      (SELECT max(apps.approval_no)::float8 FROM apps WHERE ${IS_NEWCOMER}) AS "lastNewcomer"`;
}

/**
 * The same from the viewer's frontier on, with what it was, which of its holes are gone, and how many apps changed; no
 * row, when none is stored that still holds.
 */
function fromFrontier(use: Use, viewer: Seer, ranking: FeedRanking, parts: readonly Part[]): string {
  return `SELECT page.*, encode(frontier.candidates, 'hex') AS holes,
      frontier.rank AS "usedRank", frontier.newcomers_after::float8 AS "usedNewcomersAfter"
    FROM feed_frontiers AS frontier CROSS JOIN LATERAL (
      WITH changed AS MATERIALIZED (${changed(use, changedMax(viewer.seen))}),
        gone AS MATERIALIZED (${GONE})
      ${oneRow(ranking, parts)}, ${packedIds('SELECT id FROM gone')} AS gone,
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
  const after = history === 'frontier' ? `greatest(frontier.newcomers_after, ${dealt})` : unplanned(dealt);
  const sql = `SELECT ${APP_COLUMNS} FROM apps
    WHERE ${IS_NEWCOMER} AND apps.approval_no > ${after}
      AND ${isBelow(use, 'score', deck.frontier)} AND ${isNotDealt(deck)(use)} AND ${isUnseen(use, viewerId)}
    ORDER BY apps.approval_no LIMIT ${limit}`;
  return { list: 'newcomers', sql, number: 'apps.approval_no' };
}

/** The apps seen before the deck started that it has not dealt, least recently viewed first. */
function recycledPart(use: Use, viewerId: string, { startedAt, recycled }: NormalDeck, limit: number): Part {
  const position = '(seen_apps.last_viewed_at, seen_apps.app_id)';
  const isAfter = recycled
    ? `${position} > (${use(isoOf(recycled[0]))}::timestamptz, ${use(recycled[1])}::uuid)`
    : 'true';
  // Each looked up by its key, behind a fence: a join of the two tables would be planned for all that was seen.
  const sql = `SELECT apps.*, seen_apps.last_viewed_at
    FROM seen_apps CROSS JOIN LATERAL (
      SELECT ${APP_COLUMNS} FROM apps WHERE apps.id = seen_apps.app_id AND ${IS_APPROVED} OFFSET 0
    ) AS apps
    WHERE seen_apps.user_id = ${use(viewerId)}::uuid
      AND seen_apps.last_viewed_at < ${use(isoOf(startedAt))}::timestamptz AND ${isAfter}
    ORDER BY seen_apps.last_viewed_at, seen_apps.app_id LIMIT ${limit}`;
  return { list: 'recycled', sql, number: millisecondsOf('apps.last_viewed_at') };
}

/** The apps seen before the deck started that it has not dealt, most upvoted first. */
function seenByUpvotesPart(
  use: Use,
  viewerId: string,
  { startedAt, seen }: SemiSimpleDeck,
  limit: number,
): Part {
  const sql = `SELECT ${APP_COLUMNS}, seen_apps.last_viewed_at
    FROM apps JOIN seen_apps ON seen_apps.app_id = apps.id AND seen_apps.user_id = ${use(viewerId)}::uuid
    WHERE ${IS_APPROVED} AND seen_apps.last_viewed_at < ${use(isoOf(startedAt))}::timestamptz
      AND ${isBelow(use, 'upvotes', seen)}
    ${orderBy('upvotes')} LIMIT ${limit}`;
  return { list: 'recycled', sql, number: millisecondsOf('apps.last_viewed_at') };
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
    const sql = `SELECT ${APP_COLUMNS} FROM apps WHERE ${IS_APPROVED} AND ${isBelow(use, 'score', frontier)}
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
    const addFresh = (asked: Pick<Unseen, 'ranking' | 'from' | 'isLeft'>) => {
      const wanted = { ...asked, isFirst: isUntouched(deck), viewer, limit };
      const number = 'apps.approval_no';
      parts.push({ list: 'fresh', sql: unseen(use, wanted, history), number, walked: 'apps.walked' });
      if (history === 'frontier') parts.push({ list: 'moved', sql: changedAbove(use, wanted), number });
    };
    if (deck.algorithm === 'semi_simple') {
      addFresh({ ranking: 'upvotes', from: deck.unseen, isLeft: () => 'true' });
    } else {
      addFresh({ ranking: 'score', from: deck.frontier, isLeft: isNotDealt(deck) });
      const share = newcomersOf(deck, params);
      if (share > 0) parts.push(newcomersPart(use, viewer.id, deck, { history, limit: share }));
      if (deck.isRecycling) parts.push(recycledPart(use, viewer.id, deck, page));
    }
    const ranking = rankingOf(deck.algorithm);
    return history === 'frontier' ? fromFrontier(use, viewer, ranking, parts) : oneRow(ranking, parts);
  });
}

/** What the viewer has seen and the deck has not dealt, in the order in which it comes back. */
export function seenStatement(viewerId: string, deck: UnseenDeck, params: AlgorithmParams): Statement {
  const { page } = limitsOf(deck, params);
  return write((use) =>
    deck.algorithm === 'normal'
      ? oneRow('score', [recycledPart(use, viewerId, deck, page)])
      : oneRow('upvotes', [seenByUpvotesPart(use, viewerId, deck, page)]),
  );
}
