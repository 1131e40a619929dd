import { and, desc, isNotNull, lt } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { dailyPicks } from '../../../db/schema/decks-by-jobs.table.ts';
import { type PublicApp, readPublicApps } from './find-app.ts';

export interface DailyPick {
  day: string;
  app: PublicApp | null;
}

/** Returns the apps of the day, latest first, optionally only those before a date. */
export async function readPicks(
  db: Db,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<DailyPick[]> {
  const isBefore = before === undefined ? undefined : lt(dailyPicks.day, before);
  const days = await db
    .select({ day: dailyPicks.day, appId: dailyPicks.appId })
    .from(dailyPicks)
    .where(and(isNotNull(dailyPicks.chosenAt), isBefore))
    .orderBy(desc(dailyPicks.day))
    .limit(limit);
  const ids = days.flatMap(({ appId }) => appId ?? []);
  const byId = new Map((await readPublicApps(db, ids)).map((app) => [app.id, app]));
  return days.map(({ day, appId }) => ({ day, app: byId.get(appId ?? '') ?? null }));
}

/** Returns the latest apps of the day for a feed. Each app appears once, with the start of its last day as date. */
export async function readPickedApps(db: Db, limit: number): Promise<PublicApp[]> {
  const listed = new Map<string, PublicApp>();
  for (const { day, app } of await readPicks(db, { limit })) {
    if (!app || listed.has(app.id)) continue;
    const publishedAt = new Date(day);
    listed.set(app.id, {
      ...app,
      publishedAt,
      updatedAt: app.updatedAt > publishedAt ? app.updatedAt : publishedAt,
    });
  }
  return [...listed.values()];
}
