import type { readHistory as readHistoryRoute, SeenApp } from '@zapdeck/contract/feed/history';
import type { QueryOf } from '@zapdeck/contract/wire/route';
import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import type { ListPage } from '../../db/paging.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { seenApps } from '../../db/schema/interactions.table.ts';
import { presentApp, selectApps, type Viewer, withVotes } from '../listings/present/present-app.ts';
import { foundByWords } from '../search/search-apps.ts';

function isInHistory(viewerId: string): SQL | undefined {
  const clearedAt = sql`coalesce((SELECT history_cleared_at FROM users WHERE id = ${viewerId}), '-infinity')`;
  return and(eq(seenApps.userId, viewerId), gt(seenApps.lastViewedAt, clearedAt));
}

/** Condition on `seen_apps`: the search finds the app. Undefined without a search, so that only an index is read. */
async function isFound(db: Db, text: string): Promise<SQL | undefined> {
  const found = await foundByWords(db, text);
  return (
    found &&
    sql`EXISTS (SELECT FROM ${apps} WHERE ${and(eq(apps.id, seenApps.appId), eq(apps.status, 'approved'), found)})`
  );
}

/** Returns a page of the apps that the viewer has seen, latest first. */
export async function readHistory(
  db: Db,
  viewer: Viewer,
  { q, limit, offset }: QueryOf<typeof readHistoryRoute>,
): Promise<ListPage<SeenApp>> {
  const isListed = and(isInHistory(viewer.id), await isFound(db, q));
  // Part of the statement of the page, so that both read one snapshot.
  const total = sql<number>`(SELECT count(*)::int FROM ${seenApps} WHERE ${isListed})`;
  const seen = await db
    .select({ appId: seenApps.appId, seenAt: seenApps.lastViewedAt, total })
    .from(seenApps)
    .where(isListed)
    .orderBy(desc(seenApps.lastViewedAt), desc(seenApps.appId))
    .limit(limit)
    .offset(offset);
  const ids = seen.map(({ appId }) => appId);
  const rows = await selectApps(db).where(and(isOneOf(apps.id, ids), eq(apps.status, 'approved')));
  const shown = await withVotes(db, viewer, rows);
  const byId = new Map(shown.map((row) => [row.app.id, presentApp(row, viewer)]));
  const items = seen.map(({ appId, seenAt }) => ({
    appId,
    seenAt: seenAt.toISOString(),
    app: byId.get(appId) ?? null,
  }));
  const count = seen[0]?.total ?? (offset === 0 ? 0 : await db.$count(seenApps, isListed));
  return { items, total: count };
}
