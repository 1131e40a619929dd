import type { AlgorithmParams } from '@zapdeck/contract/settings';
import { type Statement, type Use, write } from '../../db/statement.ts';
import {
  type Deck,
  NEWCOMERS_MAX,
  type NormalDeck,
  type SemiSimpleDeck,
  type SimpleDeck,
  type UnseenDeck,
} from './deck.ts';
import { newcomerShare, poolSize } from './recommend.ts';
import {
  APP_COLUMNS,
  type Frontier,
  IS_APPROVED,
  IS_NEWCOMER,
  isBelow,
  isoOf,
  isUnseen,
  orderBy,
  risen,
  unplanned,
  unseen,
} from './unseen.ts';

/** The lists that a statement can have rows for. */
export type List = 'fresh' | 'newcomers' | 'recycled';

const candidateColumns = `id, category, ranking_score AS score, upvotes, created_at AS "createdAt",
  approval_no::float8 AS "approvalNo"`;

interface Part {
  list: List;
  sql: string;
  /** Which of `walked` and `last_viewed_at` the part has. */
  extra: 'walked' | 'last_viewed_at' | null;
}

function partSql({ list, sql, extra }: Part): string {
  const column = (name: Part['extra'], type: string) => (extra === name ? name : `NULL::${type}`);
  return `(SELECT '${list}' AS list, ${candidateColumns}, ${column('walked', 'bigint')} AS walked,
    ${column('last_viewed_at', 'timestamptz')} AS "lastViewedAt",
    NULL::int AS risen, NULL AS "asOf", NULL AS epoch, NULL::float8 AS "lastNewcomer" FROM (${sql}) AS part)`;
}

/** One statement for all lists. Its first row tells of the snapshot that they were all taken from. */
function together(use: Use, frontier: Frontier | null, parts: readonly Part[]): string {
  const withRisen = frontier ? `WITH risen AS MATERIALIZED (${risen(use, frontier)})` : '';
  return `${withRisen}
    SELECT NULL AS list, NULL::uuid AS id, NULL AS category, NULL::float8 AS score, NULL::int AS upvotes,
      NULL::timestamptz AS "createdAt", NULL::float8 AS "approvalNo", NULL::bigint AS walked,
      NULL::timestamptz AS "lastViewedAt", ${frontier ? '(SELECT count(*)::int FROM risen)' : '0'} AS risen,
      pg_snapshot_xmin(pg_current_snapshot())::text AS "asOf", (SELECT epoch::text FROM feed_state) AS epoch,
      (SELECT max(apps.approval_no)::float8 FROM apps WHERE ${IS_NEWCOMER}) AS "lastNewcomer"
    UNION ALL ${parts.map(partSql).join(' UNION ALL ')}`;
}

function isNotDealt({ dealt, newcomers }: NormalDeck): (use: Use) => string {
  return (use) => {
    const conditions = ['true'];
    if (newcomers.length > 0) {
      conditions.push(`(apps.approval_no = ANY(${use(newcomers)}::bigint[])) IS NOT TRUE`);
    }
    if (dealt.length > 0) {
      const categories = use(dealt.map(([category]) => category));
      const scores = use(dealt.map(([, [score]]) => score));
      const times = use(dealt.map(([, [, createdAt]]) => isoOf(createdAt)));
      const ids = use(dealt.map(([, [, , id]]) => id));
      conditions.push(`(SELECT true
        FROM unnest(${categories}::text[], ${scores}::float8[], ${times}::timestamptz[], ${ids}::uuid[])
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
  { after, limit }: { after: number; limit: number },
): Part {
  const sql = `SELECT ${APP_COLUMNS} FROM apps
    WHERE ${IS_NEWCOMER} AND apps.approval_no > ${unplanned(`${use(Math.max(after, deck.newcomers.at(-1) ?? 0))}::bigint`)}
      AND ${isBelow(use, 'score', deck.frontier)} AND ${isNotDealt(deck)(use)} AND ${isUnseen(use, viewerId)}
    ORDER BY apps.approval_no LIMIT ${limit}`;
  return { list: 'newcomers', sql, extra: null };
}

/** The apps seen before the deck started that it has not dealt, least recently viewed first. */
function recycledPart(use: Use, viewerId: string, { startedAt, recycled }: NormalDeck, limit: number): Part {
  const position = '(seen_apps.last_viewed_at, seen_apps.app_id)';
  const isAfter = recycled
    ? `${position} > (${use(isoOf(recycled[0]))}::timestamptz, ${use(recycled[1])}::uuid)`
    : 'true';
  const sql = `SELECT ${APP_COLUMNS}, seen_apps.last_viewed_at
    FROM seen_apps JOIN apps ON apps.id = seen_apps.app_id AND ${IS_APPROVED}
    WHERE seen_apps.user_id = ${use(viewerId)}
      AND seen_apps.last_viewed_at < ${use(isoOf(startedAt))}::timestamptz AND ${isAfter}
    ORDER BY seen_apps.last_viewed_at, seen_apps.app_id LIMIT ${limit}`;
  return { list: 'recycled', sql, extra: 'last_viewed_at' };
}

/** The apps seen before the deck started that it has not dealt, most upvoted first. */
function seenByUpvotesPart(
  use: Use,
  viewerId: string,
  { startedAt, seen }: SemiSimpleDeck,
  limit: number,
): Part {
  const sql = `SELECT ${APP_COLUMNS}, seen_apps.last_viewed_at
    FROM apps JOIN seen_apps ON seen_apps.app_id = apps.id AND seen_apps.user_id = ${use(viewerId)}
    WHERE ${IS_APPROVED} AND seen_apps.last_viewed_at < ${use(isoOf(startedAt))}::timestamptz
      AND ${isBelow(use, 'upvotes', seen)}
    ${orderBy('upvotes')} LIMIT ${limit}`;
  return { list: 'recycled', sql, extra: 'last_viewed_at' };
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
    return together(use, null, [{ list: 'fresh', sql, extra: null }]);
  });
}

/** What the viewer has not seen and the deck has not dealt, and with `isRecycling` what comes back too. */
export function unseenStatement(
  viewerId: string,
  deck: UnseenDeck,
  params: AlgorithmParams,
  frontier: Frontier | null,
): Statement {
  const { page, fresh: limit } = limitsOf(deck, params);
  return write((use) => {
    if (deck.algorithm === 'semi_simple') {
      const wanted = { ranking: 'upvotes', viewerId, from: deck.unseen, frontier, limit } as const;
      const sql = unseen(use, { ...wanted, isLeft: () => 'true' });
      return together(use, frontier, [{ list: 'fresh', sql, extra: 'walked' }]);
    }
    const wanted = { ranking: 'score', viewerId, from: deck.frontier, frontier, limit } as const;
    const sql = unseen(use, { ...wanted, isLeft: isNotDealt(deck) });
    const parts: Part[] = [{ list: 'fresh', sql, extra: 'walked' }];
    const share = newcomersOf(deck, params);
    const after = frontier?.newcomersAfter ?? 0;
    if (share > 0) parts.push(newcomersPart(use, viewerId, deck, { after, limit: share }));
    if (deck.isRecycling) parts.push(recycledPart(use, viewerId, deck, page));
    return together(use, frontier, parts);
  });
}

/** What the viewer has seen and the deck has not dealt, in the order in which it comes back. */
export function seenStatement(viewerId: string, deck: UnseenDeck, params: AlgorithmParams): Statement {
  const { page } = limitsOf(deck, params);
  return write((use) => {
    const part =
      deck.algorithm === 'normal'
        ? recycledPart(use, viewerId, deck, page)
        : seenByUpvotesPart(use, viewerId, deck, page);
    return together(use, null, [part]);
  });
}
