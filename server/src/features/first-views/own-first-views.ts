import type { OwnFirstViews, ViewBudget } from '@zapdeck/contract/feed/first-views';
import { desc, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type ViewBudgetRow, viewBudgets, waitingVersions } from '../../db/schema/first-views.table.ts';
import { readVersionFrom } from '../listings/budgets/view-budgets.ts';
import { requireOwnApp } from '../listings/own/own-app.ts';
import { promisedBy, readState } from './promise.ts';

const BUDGETS_SHOWN = 20;

const presentViewBudget = (row: ViewBudgetRow): ViewBudget => ({
  id: row.id,
  kind: row.kind,
  note: row.note,
  wanted: row.wanted,
  views: row.views,
  startedAt: row.startedAt?.toISOString() ?? null,
  isPaused: row.pausedAt !== null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
  report: row.report,
});

/** Returns the budgets of the maker's app with their reports. Rejects with `app_not_found`. */
export async function readOwnFirstViews(
  db: Db,
  { appId, makerId, now }: { appId: string; makerId: string; now: Date },
): Promise<OwnFirstViews> {
  await requireOwnApp(db, { appId, maker: { id: makerId } });
  const rows = await db
    .select()
    .from(viewBudgets)
    .where(eq(viewBudgets.appId, appId))
    .orderBy(desc(viewBudgets.createdAt), desc(viewBudgets.id))
    .limit(BUDGETS_SHOWN);
  const [waiting] = await db.select().from(waitingVersions).where(eq(waitingVersions.appId, appId));
  const from = await readVersionFrom(db, appId, now);
  return {
    promised: promisedBy(await readState(db)),
    budgets: rows.map(presentViewBudget),
    waitingVersion: waiting?.note ?? null,
    versionFrom: from?.toISOString() ?? null,
  };
}
