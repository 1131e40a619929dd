import type { DeckKind } from '@zapdeck/contract/feed/decks';
import { TRUSTED_LIKES } from '@zapdeck/contract/instance/stats';
import type { Db } from '../../db/client.ts';
import { allowLongWork } from '../../db/row-locks.ts';
import { run } from '../../db/statement.ts';
import { inTransaction } from '../../db/transaction.ts';

/** Decks whose cards the viewer does not choose. */
const IMPARTIAL_DECKS: readonly DeckKind[] = ['best', 'new', 'trending', 'for-you', 'unseen', 'category'];
const BATCH = 500;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Views arrive up to twelve hours late. A first page is stored up to a day late. */
const LATE_MS = 2 * DAY_MS;

interface SeenLike {
  id: string;
}

/** Finds likes newer than `$1` of apps from decks in `$3`, if the like or the app's last view is newer than `$2`. */
const findSeen = (ofOne: boolean) => `WITH viewed AS MATERIALIZED (
    SELECT votes.id, votes.user_id, votes.app_id FROM votes JOIN seen_apps USING (user_id, app_id)
    WHERE votes.vote_type = 'up' AND NOT votes.is_seen_in_deck AND seen_apps.is_viewed ${ofOne ? 'AND votes.user_id = $4' : ''}
      AND votes.created_at > $1::timestamptz AND greatest(votes.created_at, seen_apps.last_viewed_at) > $2::timestamptz
  )
  SELECT id FROM viewed WHERE EXISTS (
    SELECT FROM decks JOIN deck_pages ON deck_pages.deck_id = decks.id AND deck_pages.day = decks.day
    WHERE decks.user_id = viewed.user_id AND decks.kind = ANY ($3::deck_kind[]) AND viewed.app_id = ANY (deck_pages.app_ids)
  )`;

/** Skips locked likes, so that it never waits for a vote or a deletion. The next call finds them again. */
const MARK_SEEN = `WITH free AS MATERIALIZED (
    SELECT id FROM votes WHERE id = ANY ($1::uuid[]) AND vote_type = 'up' AND NOT is_seen_in_deck FOR NO KEY UPDATE SKIP LOCKED
  )
  UPDATE votes SET is_seen_in_deck = true WHERE id IN (SELECT id FROM free)`;

/** Returns `$1` and `$2` of `findSeen`. Only a thorough run, which takes seconds, includes views that arrived late. */
async function readBounds(db: Db, now: number, isThorough: boolean): Promise<[Date, Date]> {
  const [state] = await run<{ computedAt: string | null }>(db, {
    text: 'SELECT computed_at AS "computedAt" FROM trust_state',
    values: [],
  });
  const last = Math.min(now, Date.parse(state?.computedAt ?? new Date(0).toISOString()));
  const isSameHour = Math.floor(last / HOUR_MS) === Math.floor(now / HOUR_MS);
  if (isSameHour && !isThorough) return [new Date(last - HOUR_MS), new Date(last - HOUR_MS)];
  return [new Date(now - TRUSTED_LIKES.days * DAY_MS), new Date(last - LATE_MS)];
}

/** Marks recent likes whose voters viewed the app for a second in an impartial deck, according to the deal log. */
export async function markSeenInDeck(db: Db, now: Date, voterId?: string): Promise<void> {
  const bounds = await readBounds(db, now.getTime(), voterId !== undefined);
  const values = [...bounds.map((bound) => bound.toISOString()), IMPARTIAL_DECKS];
  const found =
    voterId === undefined
      ? await inTransaction(db, async (tx) => {
          await allowLongWork(tx);
          return run<SeenLike>(tx, { text: findSeen(false), values });
        })
      : await run<SeenLike>(db, { text: findSeen(true), values: [...values, voterId] });
  const ids = found.map(({ id }) => id);
  for (let first = 0; first < ids.length; first += BATCH) {
    const marked = [ids.slice(first, first + BATCH)];
    await inTransaction(db, (tx) => run(tx, { text: MARK_SEEN, values: marked }));
  }
}
