import { BEST, parseDeckKey } from '@zapdeck/contract/feed/decks';
import type { AlgorithmType } from '@zapdeck/contract/instance/settings';
import type { Db } from '../../db/client.ts';
import { isForeignKeyViolation } from '../../db/constraints.ts';
import { run, type Statement, unplanned, type Use, write } from '../../db/statement.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockMember } from '../../accounts/locks.ts';
import { Refusal } from '../../http/refusal.ts';
import { hidesAnything, isNotHidden } from '../hidden/is-hidden.ts';
import { tasteVersion } from '../for-you/taste-version.ts';
import { becauseOf, type FirstPage } from './cursor.ts';
import type { Cards } from './deal-hand.ts';
import type { Position } from './order.ts';
import { isOrdered, membershipOf, type OpenDeck } from './sources.ts';

/** A deck expires this long after its last page. */
export const EXPIRES_AFTER_MS = 24 * 3_600_000;
/** An older hand is replaced by one from the top of the order. */
export const HAND_MAX_AGE_MS = 3_600_000;

/**
 * SQL: makes the commit return before the WAL is flushed. A crash may lose the pages of the last second. Their cursors are
 * then rejected with `deck_expired`.
 */
const COMMIT_WITHOUT_WAIT = "set_config('synchronous_commit', 'off', true)";

export interface PageRequest {
  deck: OpenDeck;
  viewerId: string;
  deckId: string;
  page: number;
  now: Date;
}

/** The remaining cards of a hand that has too few for a page. */
export interface LeftHand extends Cards {
  resumeAt: Position | null;
  fromTopAt: string;
  /** True if `resumeAt` is among the apps that come last, because the viewer does not read their languages. */
  isOthers: boolean;
}

/** A stored deck with the requested page, unless the page needs a new hand. */
export interface TakenPage {
  day: string;
  algorithm: AlgorithmType;
  isRecycling: boolean;
  isExpired: boolean;
  /** True if the viewer hides apps and the page was stored before. It may then contain hidden apps. */
  mayHide: boolean;
  /** Null if the page is not stored and the hand has too few cards. */
  ids: string[] | null;
  /** One letter per id. */
  reasons: string;
  because: (string | null)[];
  isEnd: boolean;
  /** Null if the next hand has to start from the top. */
  leftHand: LeftHand | null;
}

/**
 * Returns a stored page, or deals it from the hand and stores it. Skips cards whose app is no longer approved, has left the
 * deck or is hidden. Returns undefined if the viewer has no such deck. One statement stores the page and the new state of the hand, so that
 * no card is dealt twice. It locks the hand first: a concurrent request for the same page then finds a hand of the next page.
 */
export async function takePage(db: Db, request: PageRequest): Promise<TakenPage | undefined> {
  const { deck: source, viewerId, deckId, page, now } = request;
  const membership = membershipOf(source, viewerId);
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const statement = write((use) => {
    const deck = unplanned(`${use(deckId)}::uuid`);
    const number = unplanned(`${use(page)}::int`);
    const expired = unplanned(`${use(before(EXPIRES_AFTER_MS))}::timestamptz`);
    const tooOld = unplanned(`${use(before(HAND_MAX_AGE_MS))}::timestamptz`);
    const viewer = `${use(viewerId)}::uuid`;
    // Twice the cards of a page are enough unless more than half of them have left. A deck with its own order keeps it then too.
    const last = isOrdered(source)
      ? ''
      : 'CASE WHEN (SELECT hides FROM deck) THEN cardinality(hand.app_ids) ELSE hand.taken + 2 * hand.page_size END';
    return `WITH deck AS MATERIALIZED (
        SELECT id, day, algorithm, is_recycling, ${hidesAnything(viewer)} AS hides
        FROM decks WHERE id = ${deck} AND user_id = ${viewer}
      ), stored AS MATERIALIZED (
        SELECT page, app_ids, reasons, because, dealt_at FROM deck_pages
        WHERE deck_id = (SELECT id FROM deck) AND day = (SELECT day FROM deck) AND page BETWEEN ${number} - 1 AND ${number}
      ), hand AS MATERIALIZED (
        SELECT * FROM hands
        WHERE deck_id = (SELECT id FROM deck) AND page = ${number} AND from_top_at > ${tooOld}
          AND (SELECT bool_and(page < ${number}) AND max(dealt_at) > ${expired} FROM stored)
        FOR UPDATE
      ), card AS MATERIALIZED (
        SELECT apps.id, substr(next.reasons, next.place::int, 1) AS reason, next.because, next.place,
          row_number() OVER (ORDER BY next.place) <= next.page_size AS is_on_page
        FROM (
          SELECT card.id, card.place, hand.page_size, substr(hand.reasons, hand.taken + 1) AS reasons,
            hand.because[hand.taken + card.place] AS because
          FROM hand, unnest(hand.app_ids[hand.taken + 1 : ${last}])
            WITH ORDINALITY AS card (id, place) OFFSET 0
        ) AS next JOIN apps ON apps.id = next.id AND apps.status = 'approved' AND ${membership?.(use) ?? 'true'}
          AND (NOT (SELECT hides FROM deck) OR ${isNotHidden(viewer)})
      ), page AS MATERIALIZED (
        SELECT array_agg(id ORDER BY place) FILTER (WHERE is_on_page) AS app_ids,
          string_agg(reason, '' ORDER BY place) FILTER (WHERE is_on_page) AS reasons,
          array_agg(because ORDER BY place) FILTER (WHERE is_on_page) AS because,
          max(place) FILTER (WHERE is_on_page) AS last
        FROM card
        -- The last page needs a new hand, because apps may have been approved since this one was computed.
        HAVING count(*) >= (SELECT page_size + (NOT has_more)::int FROM hand)
      ), made AS (
        INSERT INTO deck_pages (deck_id, day, page, app_ids, reasons, because, dealt_at)
        SELECT deck.id, deck.day, ${number}, page.app_ids, page.reasons,
          CASE WHEN (SELECT because IS NOT NULL FROM hand) THEN page.because END, ${use(now.toISOString())}::timestamptz
        FROM deck, page ON CONFLICT DO NOTHING RETURNING app_ids, reasons, because
      ), moved AS (
        UPDATE hands SET page = hands.page + 1, taken = hands.taken + page.last
        FROM made, page WHERE hands.deck_id = (SELECT id FROM deck)
      )
      SELECT deck.day::text, deck.algorithm, deck.is_recycling AS "isRecycling",
        coalesce((SELECT max(dealt_at) <= ${expired} FROM stored), true) AS "isExpired",
        deck.hides AND EXISTS (SELECT FROM stored WHERE page = ${number}) AS "mayHide",
        coalesce((SELECT app_ids FROM stored WHERE page = ${number}), (SELECT app_ids FROM made)) AS ids,
        coalesce((SELECT reasons FROM stored WHERE page = ${number}), (SELECT reasons FROM made), '') AS reasons,
        coalesce((SELECT because FROM stored WHERE page = ${number}), (SELECT because FROM made), '{}') AS because,
        EXISTS (SELECT FROM hands WHERE deck_id = deck.id AND page = ${number} + 1
          AND NOT has_more AND taken = cardinality(app_ids)) AS "isEnd",
        (SELECT json_build_object('ids', coalesce((SELECT json_agg(id ORDER BY place) FROM card), '[]'),
            'reasons', coalesce((SELECT string_agg(reason, '' ORDER BY place) FROM card), ''),
            'because', coalesce((SELECT json_agg(because ORDER BY place) FROM card), '[]'),
            'resumeAt', resume_at, 'fromTopAt', from_top_at, 'isOthers', is_others)
          FROM hand WHERE has_more) AS "leftHand", ${COMMIT_WITHOUT_WAIT} AS "commits"
      FROM deck`;
  });
  const [row] = await run<TakenPage>(db, statement);
  return row;
}

/** Most decks have no liked apps that lead to cards, and store NULL. */
const storedBecause = (because: Cards['because']): Cards['because'] | null =>
  because.every((id) => id === null) ? null : because;

/** SQL for a WITH clause: stores a deck and its first page unless they are stored. */
function deckSql(use: Use, first: FirstPage, now: Date): string {
  const { kind, value } = parseDeckKey(first.key) ?? BEST;
  const [deck, day] = [`${use(first.deck)}::uuid`, `${use(dayOf(first.startedAt))}::date`];
  const startedAt = `${use(new Date(first.startedAt).toISOString())}::timestamptz`;
  const leads = storedBecause(becauseOf(first));
  // The taste may have been deleted since the page was dealt.
  const because = leads
    ? `CASE WHEN ${startedAt} > coalesce((SELECT taste_cleared_at FROM users WHERE id = ${use(first.viewer)}::uuid), '-infinity')
          THEN ${use(leads)}::uuid[] END`
    : 'NULL';
  return `deck AS (
      INSERT INTO decks (id, user_id, kind, value, algorithm, is_recycling, started_at, day)
      VALUES (${deck}, ${use(first.viewer)}::uuid, ${use(kind)}::deck_kind, ${use(value)},
        ${use(first.algorithm)}::algorithm_type, ${use(first.isRecycling)}::boolean, ${startedAt}, ${day})
      ON CONFLICT DO NOTHING
    ), first_page AS (
      INSERT INTO deck_pages (deck_id, day, page, app_ids, reasons, because, dealt_at)
      VALUES (${deck}, ${day}, 1, ${use(first.ids)}::uuid[], ${use(first.reasons)},
        ${because}, ${use(now.toISOString())}::timestamptz)
      ON CONFLICT DO NOTHING
    )`;
}

/** Returns the UTC date of a time in milliseconds since 1970. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const VIEWER_KEYS = [
  'decks_user_id_users_id_fk',
  'deck_pages_deck_id_decks_id_fk',
  'hands_deck_id_decks_id_fk',
];

/** Runs the statement. Rejects with `unauthorized` if the viewer's account was deleted during the request. */
async function runForViewer<Row extends object>(db: Db, statement: Statement): Promise<Row[]> {
  try {
    return await run<Row>(db, statement);
  } catch (error) {
    if (VIEWER_KEYS.some((name) => isForeignKeyViolation(error, name))) throw new Refusal('unauthorized');
    throw error;
  }
}

/** Runs `store` while the taste of the viewer cannot change. */
const withSameTaste = <Result>(db: Db, viewerId: string, store: (tx: Db) => Promise<Result>) =>
  inTransaction(db, async (tx) => {
    await lockMember(tx, viewerId, 'share');
    return store(tx);
  });

/** Stores the deck of a first page, and the page, unless they are stored. Stores no liked apps of a taste deleted since. */
export async function storeFirstPage(db: Db, first: FirstPage, now: Date): Promise<void> {
  const statement = write((use) => `WITH ${deckSql(use, first, now)} SELECT`);
  const store = (tx: Db) => runForViewer(tx, statement);
  await (first.leads ? withSameTaste(db, first.viewer, store) : store(db));
}

/** Returns the cards whose app the viewer does not hide. */
export async function withoutHidden(
  db: Db,
  viewerId: string,
  { ids, reasons, because }: Cards,
): Promise<Cards> {
  const statement = write(
    (use) =>
      `SELECT id FROM apps WHERE id = ANY (${use(ids)}::uuid[]) AND ${isNotHidden(`${use(viewerId)}::uuid`)}`,
  );
  const shown = new Set((await run<{ id: string }>(db, statement)).map(({ id }) => id));
  const isShown = (place: number) => shown.has(ids[place] ?? '');
  return {
    ids: ids.filter((_id, place) => isShown(place)),
    reasons: [...reasons].filter((_reason, place) => isShown(place)).join(''),
    because: because.filter((_lead, place) => isShown(place)),
  };
}

export interface NewHand extends Cards {
  deckId: string;
  day: string;
  page: number;
  pageSize: number;
  hasMore: boolean;
  resumeAt: Position | null;
  fromTopAt: string;
  isOthers: boolean;
}

interface StoredFor {
  first: FirstPage | undefined;
  now: Date;
  viewerId: string;
  /** True if the hand begins with cards of the stored hand. */
  hasLeftCards: boolean;
  /** Version of the taste that the hand follows. */
  taste: string | null;
}

/**
 * Stores a new hand and the page of its first cards, and the deck with its first page if given. Returns false if another
 * request has stored the page, or if the taste of the viewer has changed since: a change deletes the stored hand.
 */
export async function storeHand(
  db: Db,
  hand: NewHand,
  { first, now, viewerId, hasLeftCards, taste }: StoredFor,
): Promise<boolean> {
  const { deckId, day, page, ids, pageSize } = hand;
  const statement = write((use) => {
    const deck = `${use(deckId)}::uuid`;
    const cards = `${use(ids)}::uuid[]`;
    const reasons = `${use(hand.reasons)}::text`;
    const because = `${use(storedBecause(hand.because))}::uuid[]`;
    const size = `${use(pageSize)}::int`;
    const number = `${use(page)}::int`;
    const isSameTaste = taste === null ? 'true' : `${tasteVersion(`${use(viewerId)}::uuid`)} = ${use(taste)}`;
    const columns = {
      page: `${number} + 1`,
      page_size: size,
      app_ids: cards,
      reasons,
      because,
      taken: `least(${size}, cardinality(${cards}))`,
      has_more: `${use(hand.hasMore)}::boolean`,
      resume_at: `${use(hand.resumeAt === null ? null : JSON.stringify(hand.resumeAt))}::jsonb`,
      from_top_at: `${use(hand.fromTopAt)}::timestamptz`,
      is_others: `${use(hand.isOthers)}::boolean`,
    };
    const names = Object.keys(columns);
    return `WITH ${first ? `${deckSql(use, first, now)}, ` : ''}locked AS MATERIALIZED (
        -- The hand before the page, as in takePage: another order could deadlock.
        SELECT deck_id FROM hands WHERE deck_id = ${deck} FOR UPDATE
      ), made AS (
        INSERT INTO deck_pages (deck_id, day, page, app_ids, reasons, because, dealt_at)
        SELECT ${deck}, ${use(day)}::date, ${number}, (${cards})[1 : ${size}], left(${reasons}, ${size}), (${because})[1 : ${size}],
          ${use(now.toISOString())}::timestamptz
        -- Without left cards, the count is always enough, and only runs the lock first.
        WHERE (SELECT count(*) FROM locked) >= ${use(hasLeftCards ? 1 : 0)}::int AND ${isSameTaste} ON CONFLICT DO NOTHING RETURNING page
      ), kept AS (
        INSERT INTO hands (deck_id, ${names.join(', ')}) SELECT ${deck}, ${Object.values(columns).join(', ')} FROM made
        ON CONFLICT (deck_id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}
      )
      SELECT page, ${COMMIT_WITHOUT_WAIT} AS "commits" FROM made`;
  });
  const store = async (tx: Db) => (await runForViewer<{ page: number }>(tx, statement)).length > 0;
  // A change of the taste drops the stored hands. It either finds this one, or commits before the version is compared.
  return taste === null ? store(db) : withSameTaste(db, viewerId, store);
}
