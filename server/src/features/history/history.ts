import type { readHistory as readHistoryRoute, SeenApp } from '@zapdeck/contract/feed/history';
import type { QueryOf } from '@zapdeck/contract/wire/route';
import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import type { ListPage } from '../../db/paging.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { seenApps } from '../../db/schema/interactions.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import { presentApp, selectApps, type Viewer, withVotes } from '../listings/present/present-app.ts';
import { readQuery } from '../search/search-apps.ts';

function isInHistory(viewerId: string): SQL | undefined {
  const clearedAt = sql`coalesce((SELECT history_cleared_at FROM users WHERE id = ${viewerId}), '-infinity')`;
  return and(eq(seenApps.userId, viewerId), gt(seenApps.lastViewedAt, clearedAt));
}

/** Condition on `seen_apps`: the search finds the app. Undefined without a search, so that only an index is read. */
async function isFound(db: Db, text: string): Promise<SQL | undefined> {
  if (text.trim() === '') return undefined;
  const { any } = await readQuery(db, text);
  return sql`EXISTS (SELECT FROM search_documents AS found WHERE found.app_id = ${seenApps.appId}
    AND found.approval_no IS NOT NULL AND (found.words || found.maker_words || found.marks) @@ ${any}::tsquery)`;
}

/** Returns the rows of a page with the total, from one snapshot. */
function readRows(
  db: Db,
  isListed: SQL | undefined,
  { limit, offset, total }: { limit: number; offset: number; total: SQL<number> },
) {
  return db
    .select({ appId: seenApps.appId, seenAt: seenApps.lastViewedAt, total })
    .from(seenApps)
    .where(isListed)
    .orderBy(desc(seenApps.lastViewedAt), desc(seenApps.appId))
    .limit(limit)
    .offset(offset);
}

/** The planner expects too little work for each document. It would read all documents, not the index of their words. */
const USE_INDEXES = 'SET LOCAL enable_seqscan = off';

/** Returns a page of the apps that the viewer has seen, latest first. */
export async function readHistory(
  db: Db,
  viewer: Viewer,
  { q, limit, offset }: QueryOf<typeof readHistoryRoute>,
): Promise<ListPage<SeenApp>> {
  const found = await isFound(db, q);
  const isListed = and(isInHistory(viewer.id), found);
  const countAll = sql<number>`(SELECT count(*)::int FROM ${seenApps} WHERE ${isListed})`;
  // A search reads all of its matches for any page, so it counts them on the way.
  const seen = found
    ? await inTransaction(db, async (tx) => {
        await tx.execute(sql.raw(USE_INDEXES));
        return readRows(tx, isListed, { limit, offset, total: sql<number>`(count(*) OVER ())::int` });
      })
    : await readRows(db, isListed, { limit, offset, total: countAll });
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
