import { and, eq } from 'drizzle-orm';
import { holdLock } from '../../db/advisory-locks.ts';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { dailyPicks } from '../../db/schema/decks-by-jobs.table.ts';
import { dayOf } from '../feed/deck-pages.ts';
import { findChoice } from './find-choice.ts';

/**
 * Chooses the app of today unless it is chosen: the app that an admin has set if it is approved, else the best of the deck
 * `trending` that was never chosen, else the one chosen longest ago. An instance with few apps has none.
 */
export async function chooseToday(db: Db, now: Date): Promise<void> {
  const day = dayOf(now.getTime());
  await inTransaction(db, async (tx) => {
    await holdLock(tx, 'today');
    const [known] = await tx
      .select({ appId: apps.id, chosenAt: dailyPicks.chosenAt })
      .from(dailyPicks)
      .leftJoin(apps, and(eq(apps.id, dailyPicks.appId), eq(apps.status, 'approved')))
      .where(eq(dailyPicks.day, day));
    if (known?.chosenAt) return;
    const choice = await findChoice(tx, day);
    const appId = choice.reason === 'too_few' ? undefined : (known?.appId ?? choice.appId);
    if (appId === undefined) return;
    await tx
      .insert(dailyPicks)
      .values({ day, appId, chosenAt: now })
      .onConflictDoUpdate({ target: dailyPicks.day, set: { appId, chosenAt: now } });
  });
}
