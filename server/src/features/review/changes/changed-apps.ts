import type { ChangedApp } from '@zapdeck/contract/apps/app-changes';
import type { PageQuery } from '@zapdeck/contract/wire/primitives';
import { and, asc, count, eq, isNotNull } from 'drizzle-orm';
import { type Db, one } from '../../../db/client.ts';
import type { ListPage } from '../../../db/paging.ts';
import { appBaselines } from '../../../db/schema/app-baselines.table.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { presentAdminApp, selectApps, type Viewer, withVotes } from '../../listings/present/present-app.ts';
import { changesOf, type WatchedApp } from '../../listings/changes/app-changes.ts';
import { readWatched } from '../../listings/changes/baseline.ts';

/** Returns the time of the last change that a moderator decides on. */
export function seenAtOf({ app, baseline }: WatchedApp): Date {
  return new Date(Math.max(app.updatedAt.getTime(), baseline?.pageChangedAt?.getTime() ?? 0));
}

export const isChanged = and(isNotNull(appBaselines.changedAt), eq(apps.status, 'approved'));

async function countChanged(db: Db): Promise<number> {
  const counted = db
    .select({ total: count() })
    .from(appBaselines)
    .innerJoin(apps, eq(apps.id, appBaselines.appId))
    .where(isChanged);
  return one(await counted).total;
}

export async function presentChanged(
  db: Db,
  viewer: Viewer,
  rows: readonly Parameters<typeof presentAdminApp>[0][],
): Promise<ChangedApp[]> {
  const watched = await readWatched(
    db,
    rows.map(({ app }) => app.id),
  );
  const byId = new Map(watched.map((app) => [app.app.id, app]));
  return rows.flatMap((row) => {
    const found = byId.get(row.app.id);
    const app = presentAdminApp(row, viewer);
    if (!found || app.changedAt === null) return [];
    return [
      { app, changedAt: app.changedAt, seenAt: seenAtOf(found).toISOString(), changes: changesOf(found) },
    ];
  });
}

export async function listChangedApps(
  db: Db,
  viewer: Viewer,
  { limit, offset }: PageQuery,
): Promise<ListPage<ChangedApp>> {
  const rows = await selectApps(db)
    .where(isChanged)
    .orderBy(asc(appBaselines.changedAt), asc(appBaselines.appId))
    .limit(limit)
    .offset(offset);
  const items = await presentChanged(db, viewer, await withVotes(db, viewer, rows));
  return { items, total: await countChanged(db) };
}
