import { type ChoiceReason, TODAY_AGAIN_DAYS, TODAY_APPS_MIN } from '@zapdeck/contract/feed/today';
import { defaultAlgorithm } from '@zapdeck/contract/instance/settings';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { dailyPicks } from '../../db/schema/decks-by-jobs.table.ts';
import { readCandidates, readStart } from '../feed/candidates.ts';
import { readStatusCounts } from '../listings/numbers/status-counts.ts';
import { holdLock } from '../../db/advisory-locks.ts';
import { inTransaction } from '../../db/transaction.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { dayOf } from '../feed/deck-pages.ts';
import { defineScheduledJob } from '../../jobs/job.ts';

async function findNeverChosen(db: Db): Promise<string | undefined> {
  const picked = await db
    .selectDistinct({ id: sql<string>`${dailyPicks.appId}` })
    .from(dailyPicks)
    .where(isNotNull(dailyPicks.appId));
  const { fresh } = await readCandidates(db, {
    deck: { kind: 'trending', value: null },
    start: await readStart(db, newId()),
    params: { ...defaultAlgorithm, algorithmType: 'simple', appsPerPage: 1 },
    isRecycling: false,
    pages: 1,
    dealt: picked.map(({ id }) => id),
  });
  return fresh[0]?.id;
}

async function findChosenLongAgo(db: Db, day: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT apps.id FROM daily_picks JOIN apps ON apps.id = daily_picks.app_id
    WHERE apps.status = 'approved' AND apps.frame_status <> 'unreachable'
    GROUP BY apps.id HAVING max(daily_picks.day) <= ${day}::date - ${TODAY_AGAIN_DAYS}::int
    ORDER BY max(daily_picks.day), apps.id LIMIT 1`);
  return rows[0]?.id;
}

interface Choice {
  appId: string | undefined;
  reason: ChoiceReason;
}

/** Returns the app that Zapdeck chooses for a day, and the reason. */
export async function findChoice(db: Db, day: string): Promise<Choice> {
  if ((await readStatusCounts(db)).approved < TODAY_APPS_MIN) return { appId: undefined, reason: 'too_few' };
  const best = await findNeverChosen(db);
  if (best !== undefined) return { appId: best, reason: 'trending' };
  const appId = await findChosenLongAgo(db, day);
  return { appId, reason: appId === undefined ? 'all_recent' : 'longest_ago' };
}

/** Chooses the app of today if there is none: the app that an admin has set, or else the one from `findChoice`. */
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

/** Runs at 00:00 UTC and after approvals. More runs follow in case one fails. */
export const todayJob = defineScheduledJob({
  name: 'today',
  timeoutS: 60,
  cron: '*/10 * * * *',
  run: ({ db, clock }) => chooseToday(db, clock()),
});
