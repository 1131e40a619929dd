import { type ChoiceReason, TODAY_AGAIN_DAYS, TODAY_APPS_MIN } from '@zapdeck/contract/feed/today';
import { defaultAlgorithm } from '@zapdeck/contract/instance/settings';
import { isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { dailyPicks } from '../../db/schema/decks-by-jobs.table.ts';
import { readCandidates } from '../feed/candidates.ts';
import { readStart } from '../feed/start.ts';
import { readStatusCounts } from '../listings/numbers/status-counts.ts';

/** Returns the best app of the deck `trending` that was never chosen and is not set ahead. */
async function findNeverChosen(db: Db): Promise<string | undefined> {
  const picked = await db
    .selectDistinct({ id: sql<string>`${dailyPicks.appId}` })
    .from(dailyPicks)
    .where(isNotNull(dailyPicks.appId));
  const { fresh } = await readCandidates(db, {
    deck: { kind: 'trending', value: null },
    // A viewer who has seen nothing.
    start: await readStart(db, newId()),
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

interface Choice {
  appId: string | undefined;
  reason: ChoiceReason;
}

/** Returns the app that Zapdeck chooses for a day, and why. */
export async function findChoice(db: Db, day: string): Promise<Choice> {
  if ((await readStatusCounts(db)).approved < TODAY_APPS_MIN) return { appId: undefined, reason: 'too_few' };
  const best = await findNeverChosen(db);
  if (best !== undefined) return { appId: best, reason: 'trending' };
  const appId = await findChosenLongAgo(db, day);
  return { appId, reason: appId === undefined ? 'all_recent' : 'longest_ago' };
}
