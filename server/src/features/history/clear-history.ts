import type { clearHistory as clearHistoryRoute } from '@zapdeck/contract/feed/history';
import { VIEW_WINDOW_MS } from '@zapdeck/contract/feed/interactions';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { lockSeen } from '../../db/row-locks.ts';
import { seenApps } from '../../db/schema/interactions.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockMember } from '../../accounts/locks.ts';
import { markSeenInDeck } from '../votes/seen-in-deck.ts';
import { refuseForeign } from '../../accounts/admission.ts';

async function forgetSeen(tx: Db, userId: string, now: Date): Promise<void> {
  // A reset locks the same rows in another order. This lock makes one wait for the other.
  await tx.execute(sql`LOCK TABLE apps IN ROW SHARE MODE`);
  await lockSeen(tx, eq(seenApps.userId, userId));
  await tx.update(users).set({ seenClearedAt: now }).where(eq(users.id, userId));
  const isRecent = sql`view_counted_at > ${new Date(now.getTime() - VIEW_WINDOW_MS)}`;
  await tx.execute(sql`
    WITH cleared AS (DELETE FROM seen_apps WHERE user_id = ${userId} RETURNING user_id, app_id, view_counted_at)
    INSERT INTO cleared_views (user_id, app_id, view_counted_at) SELECT * FROM cleared WHERE ${isRecent}
    ON CONFLICT (user_id, app_id) DO UPDATE SET view_counted_at = excluded.view_counted_at`);
}

/** Clears a user's history. The lock of the user orders concurrent views. Rejects with `session_changed`. */
export async function clearHistory(
  db: Db,
  userId: string,
  body: BodyOf<typeof clearHistoryRoute>,
  now: Date,
): Promise<void> {
  refuseForeign(body, userId);
  // The deleted views are needed to trust earlier likes.
  if (body.dealAgain) await markSeenInDeck(db, now, userId);
  await inTransaction(db, async (tx) => {
    await lockMember(tx, userId);
    // The clock of another node may be ahead.
    await tx.execute(sql`
      UPDATE users SET history_cleared_at = greatest(${now}::timestamptz,
        (SELECT max(last_viewed_at) FROM seen_apps WHERE user_id = ${userId})) WHERE id = ${userId}`);
    if (body.dealAgain) await forgetSeen(tx, userId, now);
  });
}
