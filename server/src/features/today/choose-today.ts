import { TODAY_AGAIN_DAYS, TODAY_APPS_MIN } from '@zapdeck/contract/today';
import { defaultAlgorithm } from '@zapdeck/contract/settings';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { holdLock } from '../../db/advisory-locks.ts';
import type { Db } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { inTransaction } from '../../db/transaction.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { dailyPicks } from '../../db/schema/decks-by-jobs.table.ts';
import { readCandidates } from '../feed/candidates.ts';
import { dayOf } from '../feed/deck-pages.ts';
import { readStatusCounts } from '../listings/numbers/status-counts.ts';

/** Returns the best app of the deck `trending` that was never chosen and is not set ahead. */
async function findNeverChosen(db: Db): Promise<string | undefined> {
  const picked = await db
    .selectDistinct({ id: sql<string>`${dailyPicks.appId}` })
    .from(dailyPicks)
    .where(isNotNull(dailyPicks.appId));
  const { fresh } = await readCandidates(db, {
    deck: { kind: 'trending', value: null },
    start: { viewerId: newId(), seen: 0 },
    params: { ...defaultAlgorithm, algorithmType: 'simple', appsPerPage: 1 },
    isRecycling: false,
    pages: 1,
    dealt: picked.map(({ id }) => id),
  });
  return fresh[0]?.id;
}

/** Returns the app that was chosen longest ago, at least 30 days. */
async function findChosenLongAgo(db: Db, day: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT apps.id FROM daily_picks JOIN apps ON apps.id = daily_picks.app_id
    WHERE apps.status = 'approved' AND apps.frame_status <> 'unreachable'
    GROUP BY apps.id HAVING max(daily_picks.day) <= ${day}::date - ${TODAY_AGAIN_DAYS}::int
    ORDER BY max(daily_picks.day), apps.id LIMIT 1`);
  return rows[0]?.id;
}

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
    if ((await readStatusCounts(tx)).approved < TODAY_APPS_MIN) return;
    const appId = known?.appId ?? (await findNeverChosen(tx)) ?? (await findChosenLongAgo(tx, day));
    if (appId === undefined) return;
    await tx
      .insert(dailyPicks)
      .values({ day, appId, chosenAt: now })
      .onConflictDoUpdate({ target: dailyPicks.day, set: { appId, chosenAt: now } });
  });
}
