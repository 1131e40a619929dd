import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { LOWEST_ID } from '../db/columns.ts';
import type { NextBatch } from '../db/delete-batches.ts';
import { isOneOf } from '../db/is-one-of.ts';
import { lockSeen } from '../db/row-locks.ts';
import { decks } from '../db/schema/decks.table.ts';
import { seenApps, userAppInteractions } from '../db/schema/interactions.table.ts';
import { users } from '../db/schema/users.table.ts';
import { inTransaction } from '../db/transaction.ts';
import { lifetimes } from './session.ts';

/** Deleting a guest takes about a millisecond of CPU time. */
const BATCH_GUESTS = 50;

async function deleteLocked(tx: Db, ids: readonly string[]): Promise<void> {
  await lockSeen(tx, isOneOf(seenApps.userId, ids));
  // Before the rows in `seen_counts`, because the cascade would lock in the opposite order.
  await tx.delete(seenApps).where(isOneOf(seenApps.userId, ids));
  // A cascade would run a statement per guest.
  await tx.delete(decks).where(isOneOf(decks.userId, ids));
  await tx.delete(userAppInteractions).where(isOneOf(userAppInteractions.userId, ids));
  await tx.delete(users).where(isOneOf(users.id, ids));
}

/** Deletes the user if it is a guest. */
export async function deleteGuest(tx: Db, id: string): Promise<void> {
  const isGuest = and(eq(users.isGuest, true), eq(users.id, id));
  const [found] = await tx.select({ id: users.id }).from(users).where(isGuest).for('update');
  if (found) await deleteLocked(tx, [id]);
}

/** Deletes guests without a live session. Skips guests that a request is using. */
export function guestBatches(db: Db, now: Date): NextBatch {
  const idleSince = new Date(now.getTime() - lifetimes.guest.idleMs);
  const isOver = sql`(expire <= ${now} OR last_seen_at <= ${idleSince})`;
  let from = LOWEST_ID;
  const findNext = (tx: Db) =>
    tx.execute<{ id: string }>(sql`
      SELECT id FROM users WHERE is_guest AND id > ${from}
        AND NOT EXISTS (SELECT FROM sessions WHERE user_id = users.id AND NOT ${isOver})
      ORDER BY id LIMIT ${BATCH_GUESTS} FOR UPDATE SKIP LOCKED`);
  const deleteFound = async (tx: Db, found: readonly string[]) => {
    await tx.execute(sql`
      DELETE FROM sessions WHERE sid IN (
        SELECT sid FROM sessions WHERE user_id = ANY (${sql.param([...found])}) AND ${isOver}
        ORDER BY sid FOR UPDATE SKIP LOCKED)`);
    // A request may have extended a session since.
    const { rows } = await tx.execute<{ id: string }>(sql`
      SELECT id FROM users WHERE ${isOneOf(users.id, found)}
        AND NOT EXISTS (SELECT FROM sessions WHERE user_id = users.id)`);
    const ids = rows.map(({ id }) => id);
    await deleteLocked(tx, ids);
    return ids.length;
  };
  return async () => {
    for (;;) {
      const [found, deleted] = await inTransaction(db, async (tx) => {
        const ids = (await findNext(tx)).rows.map(({ id }) => id);
        return [ids, ids.length === 0 ? 0 : await deleteFound(tx, ids)] as const;
      });
      from = found.at(-1) ?? from;
      if (found.length === 0 || deleted > 0) return deleted;
    }
  };
}
