import { BEST, parseDeckKey } from '@zapdeck/contract/feed/decks';
import type { AlgorithmType } from '@zapdeck/contract/instance/settings';
import type { Db } from '../../db/client.ts';
import { isForeignKeyViolation } from '../../db/constraints.ts';
import { run, type Statement } from '../../db/statement.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockMember } from '../../accounts/locks.ts';
import { Refusal } from '../../http/refusal.ts';
import { hidesAnything, isNotHidden } from '../hidden/is-hidden.ts';
import { tasteVersion } from '../for-you/paired-apps.ts';
import { becauseOf, type FirstPage } from './cursor.ts';
import type { Cards } from './deal-hand.ts';
import { deckValue, isOrdered, membershipOf, type OpenDeck, type Position } from './sources.ts';

export const EXPIRES_AFTER_MS = 24 * 3_600_000;
export const HAND_MAX_AGE_MS = 3_600_000;

/** SQL: the commit does not wait for the WAL. A crash may lose the pages of the last second. */
const COMMIT_WITHOUT_WAIT = "set_config('synchronous_commit', 'off', true)";

export interface PageRequest {
  deck: OpenDeck;
  viewerId: string;
  deckId: string;
  page: number;
  now: Date;
}

export interface LeftHand extends Cards {
  resumeAt: Position | null;
  fromTopAt: string;
  isOthers: boolean;
}

export interface TakenPage {
  day: string;
  algorithm: AlgorithmType;
  isRecycling: boolean;
  isExpired: boolean;
  /** True if the viewer hides apps and the page was already stored. The page may then contain hidden apps. */
  mayHide: boolean;
  ids: string[] | null;
  reasons: string;
  because: (string | null)[];
  isEnd: boolean;
  leftHand: LeftHand | null;
}

/** SQL: returns a stored page, or deals and stores it. Locks the hand, so that concurrent requests deal no card twice. */
function takePageSql(source: OpenDeck): string {
  const membership = membershipOf(source, { viewer: '$3::uuid', value: '$7::text' }) ?? 'true';
  // Twice a page is enough unless more than half of its apps were withdrawn. An ordered deck reads the whole hand.
  const last = isOrdered(source)
    ? ''
    : 'CASE WHEN (SELECT hides FROM deck) THEN cardinality(hand.app_ids) ELSE hand.taken + 2 * hand.page_size END';
  return `WITH deck AS MATERIALIZED (
      SELECT id, day, algorithm, is_recycling, ${hidesAnything('$3::uuid')} AS hides
      FROM decks WHERE id = $1::uuid AND user_id = $3::uuid
    ),
    -- The page and the one before it.
    stored AS MATERIALIZED (
      SELECT page, app_ids, reasons, because, dealt_at FROM deck_pages
      WHERE deck_id = (SELECT id FROM deck) AND day = (SELECT day FROM deck) AND page BETWEEN $2::int - 1 AND $2::int
    ),
    -- The hand, unless the page is stored, the deck has expired, or the hand is too old.
    hand AS MATERIALIZED (
      SELECT * FROM hands
      WHERE deck_id = (SELECT id FROM deck) AND page = $2::int AND from_top_at > $6::timestamptz
        AND (SELECT bool_and(page < $2::int) AND max(dealt_at) > $5::timestamptz FROM stored)
      FOR UPDATE
    ),
    -- Its next cards, without apps that are no longer approved, have left the deck or are hidden.
    card AS MATERIALIZED (
      SELECT apps.id, substr(next.reasons, next.place::int, 1) AS reason, next.because, next.place,
        row_number() OVER (ORDER BY next.place) <= next.page_size AS is_on_page
      FROM (
        SELECT card.id, card.place, hand.page_size, substr(hand.reasons, hand.taken + 1) AS reasons,
          hand.because[hand.taken + card.place] AS because
        FROM hand, unnest(hand.app_ids[hand.taken + 1 : ${last}])
          WITH ORDINALITY AS card (id, place) OFFSET 0
      ) AS next JOIN apps ON apps.id = next.id AND apps.status = 'approved' AND ${membership}
        AND (NOT (SELECT hides FROM deck) OR ${isNotHidden('$3::uuid')})
    ),
    -- The cards of the page. The last page needs a new hand, because apps may have been approved since this one was computed.
    page AS MATERIALIZED (
      SELECT array_agg(id ORDER BY place) FILTER (WHERE is_on_page) AS app_ids,
        string_agg(reason, '' ORDER BY place) FILTER (WHERE is_on_page) AS reasons,
        array_agg(because ORDER BY place) FILTER (WHERE is_on_page) AS because,
        max(place) FILTER (WHERE is_on_page) AS last
      FROM card HAVING count(*) >= (SELECT page_size + (NOT has_more)::int FROM hand)
    ),
    made AS (
      INSERT INTO deck_pages (deck_id, day, page, app_ids, reasons, because, dealt_at)
      SELECT deck.id, deck.day, $2::int, page.app_ids, page.reasons,
        CASE WHEN (SELECT because IS NOT NULL FROM hand) THEN page.because END, $4::timestamptz
      FROM deck, page ON CONFLICT DO NOTHING RETURNING app_ids, reasons, because
    ),
    moved AS (
      UPDATE hands SET page = hands.page + 1, taken = hands.taken + page.last
      FROM made, page WHERE hands.deck_id = (SELECT id FROM deck)
    )
    SELECT deck.day::text, deck.algorithm, deck.is_recycling AS "isRecycling",
      coalesce((SELECT max(dealt_at) <= $5::timestamptz FROM stored), true) AS "isExpired",
      deck.hides AND EXISTS (SELECT FROM stored WHERE page = $2::int) AS "mayHide",
      coalesce((SELECT app_ids FROM stored WHERE page = $2::int), (SELECT app_ids FROM made)) AS ids,
      coalesce((SELECT reasons FROM stored WHERE page = $2::int), (SELECT reasons FROM made), '') AS reasons,
      coalesce((SELECT because FROM stored WHERE page = $2::int), (SELECT because FROM made), '{}') AS because,
      EXISTS (SELECT FROM hands WHERE deck_id = deck.id AND page = $2::int + 1
        AND NOT has_more AND taken = cardinality(app_ids)) AS "isEnd",
      (SELECT json_build_object('ids', coalesce((SELECT json_agg(id ORDER BY place) FROM card), '[]'),
          'reasons', coalesce((SELECT string_agg(reason, '' ORDER BY place) FROM card), ''),
          'because', coalesce((SELECT json_agg(because ORDER BY place) FROM card), '[]'),
          'resumeAt', resume_at, 'fromTopAt', from_top_at, 'isOthers', is_others)
        FROM hand WHERE has_more) AS "leftHand",
      $7::text AS value, ${COMMIT_WITHOUT_WAIT} AS "commits"
    FROM deck`;
}

/** Returns a stored page, or deals it from the hand and stores it. Returns undefined if the viewer has no such deck. */
export async function takePage(db: Db, request: PageRequest): Promise<TakenPage | undefined> {
  const { deck, viewerId, deckId, page, now } = request;
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const values = [
    deckId,
    page,
    viewerId,
    now.toISOString(),
    before(EXPIRES_AFTER_MS),
    before(HAND_MAX_AGE_MS),
  ];
  const [row] = await run<TakenPage>(db, { text: takePageSql(deck), values: [...values, deckValue(deck)] });
  return row;
}

/** Stores NULL for decks in which no like leads to a card. Most decks are such decks. */
const storedBecause = (because: Cards['because']): Cards['because'] | null =>
  because.every((id) => id === null) ? null : because;

/** Returns the UTC date of a time in milliseconds since 1970. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** SQL for a WITH clause: stores a deck and its first page if they are missing and the kind (`$3`) is not null. */
const STORE_FIRST = `deck AS (
      INSERT INTO decks (id, user_id, kind, value, algorithm, is_recycling, started_at, day)
      SELECT $1::uuid, $2::uuid, $3::deck_kind, $4::text, $5::algorithm_type, $6::boolean, $7::timestamptz, $8::date
      WHERE $3::deck_kind IS NOT NULL ON CONFLICT DO NOTHING
    ),
    -- Without liked apps if the taste has been deleted since the page was dealt.
    first_page AS (
      INSERT INTO deck_pages (deck_id, day, page, app_ids, reasons, because, dealt_at)
      SELECT $1::uuid, $8::date, 1, $9::uuid[], $10::text,
        CASE WHEN $7::timestamptz > coalesce((SELECT taste_cleared_at FROM users WHERE id = $2::uuid), '-infinity')
          THEN $11::uuid[] END, $12::timestamptz
      WHERE $3::deck_kind IS NOT NULL ON CONFLICT DO NOTHING
    )`;

interface StoredDeck {
  deckId: string;
  viewerId: string;
  day: string;
}

function firstValues(
  { deckId, viewerId, day }: StoredDeck,
  first: FirstPage | undefined,
  now: Date,
): unknown[] {
  const at = now.toISOString();
  if (!first) return [deckId, viewerId, null, null, null, null, null, day, null, null, null, at];
  const { kind, value } = parseDeckKey(first.key) ?? BEST;
  const { algorithm, isRecycling, startedAt, ids, reasons } = first;
  const because = storedBecause(becauseOf(first));
  const start = new Date(startedAt).toISOString();
  return [deckId, viewerId, kind, value, algorithm, isRecycling, start, day, ids, reasons, because, at];
}

const VIEWER_KEYS = [
  'decks_user_id_users_id_fk',
  'deck_pages_deck_id_decks_id_fk',
  'hands_deck_id_decks_id_fk',
];

async function runForViewer<Row extends object>(db: Db, statement: Statement): Promise<Row[]> {
  try {
    return await run<Row>(db, statement);
  } catch (error) {
    if (VIEWER_KEYS.some((name) => isForeignKeyViolation(error, name))) throw new Refusal('unauthorized');
    throw error;
  }
}

const withSameTaste = <Result>(db: Db, viewerId: string, store: (tx: Db) => Promise<Result>) =>
  inTransaction(db, async (tx) => {
    await lockMember(tx, viewerId, 'share');
    return store(tx);
  });

/** Stores the deck of a first page and the page, if they are missing. Drops liked apps of a deleted taste. */
export async function storeFirstPage(db: Db, first: FirstPage, now: Date): Promise<void> {
  const deck = { deckId: first.deck, viewerId: first.viewer, day: dayOf(first.startedAt) };
  const statement = { text: `WITH ${STORE_FIRST} SELECT`, values: firstValues(deck, first, now) };
  const store = (tx: Db) => runForViewer(tx, statement);
  await (first.leads ? withSameTaste(db, first.viewer, store) : store(db));
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
  hasLeftCards: boolean;
  taste: string | null;
}

const STORE_HAND = `WITH ${STORE_FIRST},
    -- The hand before the page, as in takePage: another order could deadlock.
    locked AS MATERIALIZED (SELECT deck_id FROM hands WHERE deck_id = $1::uuid FOR UPDATE),
    -- The page, if no other request has stored it and the taste is the same. Without left cards, the count is always enough, and
    -- only runs the lock first.
    made AS (
      INSERT INTO deck_pages (deck_id, day, page, app_ids, reasons, because, dealt_at)
      SELECT $1::uuid, $8::date, $13::int, ($15::uuid[])[1 : $14::int], left($16::text, $14::int),
        ($17::uuid[])[1 : $14::int], $12::timestamptz
      WHERE (SELECT count(*) FROM locked) >= $22::int AND ($23::text IS NULL OR ${tasteVersion('$2::uuid')} = $23::text)
      ON CONFLICT DO NOTHING RETURNING page
    ),
    kept AS (
      INSERT INTO hands (deck_id, page, page_size, app_ids, reasons, because, taken, has_more, resume_at, from_top_at, is_others)
      SELECT $1::uuid, $13::int + 1, $14::int, $15::uuid[], $16::text, $17::uuid[], least($14::int, cardinality($15::uuid[])),
        $18::boolean, $19::jsonb, $20::timestamptz, $21::boolean FROM made
      ON CONFLICT (deck_id) DO UPDATE SET page = excluded.page, page_size = excluded.page_size, app_ids = excluded.app_ids,
        reasons = excluded.reasons, because = excluded.because, taken = excluded.taken, has_more = excluded.has_more,
        resume_at = excluded.resume_at, from_top_at = excluded.from_top_at, is_others = excluded.is_others
    )
    SELECT page, ${COMMIT_WITHOUT_WAIT} AS "commits" FROM made`;

/** Stores a new hand and the page of its first cards. Returns false if the page is stored or the viewer's taste changed. */
export async function storeHand(
  db: Db,
  hand: NewHand,
  { first, now, viewerId, hasLeftCards, taste }: StoredFor,
): Promise<boolean> {
  const values = [
    ...firstValues({ ...hand, viewerId }, first, now),
    hand.page,
    hand.pageSize,
    hand.ids,
    hand.reasons,
    storedBecause(hand.because),
    hand.hasMore,
    hand.resumeAt === null ? null : JSON.stringify(hand.resumeAt),
    hand.fromTopAt,
    hand.isOthers,
    hasLeftCards ? 1 : 0,
    taste,
  ];
  const statement = { text: STORE_HAND, values };
  const store = async (tx: Db) => (await runForViewer<{ page: number }>(tx, statement)).length > 0;
  // A change of the taste deletes this hand, or commits before the versions are compared.
  return taste === null ? store(db) : withSameTaste(db, viewerId, store);
}
