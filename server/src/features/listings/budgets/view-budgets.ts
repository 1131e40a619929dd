import {
  FIRST_VIEWS,
  GUEST_VIEWS_PERCENT,
  SCHEDULE_HOURS,
  VERSION_DAYS,
  VERSION_VIEWS,
} from '@zapdeck/contract/feed/first-views';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { newId } from '../../../db/columns.ts';
import type { Db } from '../../../db/client.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { viewBudgets } from '../../../db/schema/first-views.table.ts';

const HOUR_S = 3_600;
const DAY_MS = 24 * HOUR_S * 1_000;

const budgetOf = (wanted: number) => ({
  wanted,
  guestsMax: Math.floor((wanted * GUEST_VIEWS_PERCENT) / 100),
  paceS: Math.round((SCHEDULE_HOURS * HOUR_S) / wanted),
});

/** Promises an app its first views. The time starts with the approval. */
export async function promiseFirstViews(tx: Db, appId: string, now: Date): Promise<void> {
  await tx.insert(viewBudgets).values({ appId, kind: 'first', ...budgetOf(FIRST_VIEWS), createdAt: now });
}

/** Promises all apps of a bulk upload their first views. */
export async function promiseUpload(tx: Db, uploadId: string, now: Date): Promise<void> {
  const { wanted, guestsMax, paceS } = budgetOf(FIRST_VIEWS);
  await tx.execute(sql`
    INSERT INTO view_budgets (id, app_id, kind, wanted, guests_max, pace_s, created_at)
    SELECT gen_random_uuid(), id, 'first', ${wanted}, ${guestsMax}, ${paceS}, ${now}
    FROM apps WHERE upload_id = ${uploadId}`);
}

/** Returns when the app may next get views for a new version. May be in the past. Null while views are missing. */
export async function readVersionFrom(db: Db, appId: string, now: Date): Promise<Date | null> {
  const since = new Date(now.getTime() - VERSION_DAYS * DAY_MS);
  const isRecent = and(eq(viewBudgets.kind, 'version'), gt(viewBudgets.createdAt, since));
  const blocking = await db
    .select({ finishedAt: viewBudgets.finishedAt, kind: viewBudgets.kind, createdAt: viewBudgets.createdAt })
    .from(viewBudgets)
    .where(and(eq(viewBudgets.appId, appId), or(isNull(viewBudgets.finishedAt), isRecent)));
  if (blocking.some(({ finishedAt }) => finishedAt === null)) return null;
  const last = Math.max(0, ...blocking.map(({ createdAt }) => createdAt.getTime() + VERSION_DAYS * DAY_MS));
  return new Date(last);
}

/** Starts views for a new version if none are missing and the last version is old enough. The caller locks the app. */
export async function startVersion(
  tx: Db,
  { appId, note, now }: { appId: string; note: string | null; now: Date },
): Promise<void> {
  const from = await readVersionFrom(tx, appId, now);
  if (from === null || from > now) return;
  const [app] = await tx
    .select({ isDealt: sql<boolean>`status = 'approved' AND frame_status <> 'unreachable'` })
    .from(apps)
    .where(eq(apps.id, appId));
  const startedAt = app?.isDealt ? now : null;
  await tx.insert(viewBudgets).values({
    id: newId(),
    appId,
    kind: 'version',
    note,
    ...budgetOf(VERSION_VIEWS),
    startedAt,
    dueAt: startedAt,
    createdAt: now,
  });
}
