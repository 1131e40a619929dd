import type { LikedApp, likedApps, LikedSort, OwnApp } from '@zapdeck/contract/apps/apps';
import type { OwnAppTotals, ownApps } from '@zapdeck/contract/apps/own-app';
import type { QueryOf } from '@zapdeck/contract/wire/route';
import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type Db, one } from '../../../db/client.ts';
import type { ListPage } from '../../../db/paging.ts';
import { votes } from '../../../db/schema/votes.table.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { foundByWords, isInList, readListSearch } from '../../search/search-apps.ts';
import { presentApp, presentOwnApps, selectApps, type Viewer, withVotes } from '../present/present-app.ts';

export async function listOwnApps(
  db: Db,
  viewer: Viewer,
  { search, status, limit, offset }: QueryOf<typeof ownApps>,
): Promise<ListPage<OwnApp>> {
  const sought = await readListSearch(db, search);
  const isOwn = and(
    eq(apps.submittedBy, viewer.id),
    status === 'all' ? undefined : eq(apps.status, status),
    sought && isInList(sought),
  );
  const rows = await selectApps(db)
    .where(isOwn)
    .orderBy(desc(apps.createdAt), desc(apps.id))
    .limit(limit)
    .offset(offset);
  const total = await db.$count(apps, isOwn);
  const shown = await withVotes(db, viewer, rows);
  return { items: await presentOwnApps(db, viewer, shown), total };
}

export async function readOwnTotals(db: Db, makerId: string): Promise<OwnAppTotals> {
  const isStatus = (status: OwnApp['status']) =>
    sql<number>`(count(*) FILTER (WHERE ${apps.status} = ${status}))::int`;
  const { approved, pending, rejected, likes, views } = one(
    await db
      .select({
        approved: isStatus('approved'),
        pending: isStatus('pending'),
        rejected: isStatus('rejected'),
        likes: sql`coalesce(sum(${apps.upvotes}), 0)`.mapWith(Number),
        views: sql`coalesce(sum(${apps.views}), 0)`.mapWith(Number),
      })
      .from(apps)
      .where(eq(apps.submittedBy, makerId)),
  );
  return { apps: { approved, pending, rejected }, likes, views };
}

const likedOrders: Record<LikedSort, readonly SQL[]> = {
  liked: [desc(votes.createdAt), desc(votes.id)],
  title: [asc(sql`lower(${apps.title})`), asc(apps.id)],
  upvotes: [desc(apps.upvotes), desc(apps.createdAt), desc(apps.id)],
};

async function readLikedAt(db: Db, viewer: Viewer, appIds: readonly string[]): Promise<Map<string, Date>> {
  const isTheirs = and(eq(votes.userId, viewer.id), inArray(votes.appId, [...appIds]));
  const rows = await db.select({ id: votes.appId, at: votes.createdAt }).from(votes).where(isTheirs);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

export async function listLikedApps(
  db: Db,
  viewer: Viewer,
  { search, sort, limit, offset }: QueryOf<typeof likedApps>,
): Promise<ListPage<LikedApp>> {
  const isLiked = and(
    eq(votes.userId, viewer.id),
    eq(votes.voteType, 'up'),
    eq(apps.status, 'approved'),
    await foundByWords(db, search),
  );
  const rows = await selectApps(db)
    .innerJoin(votes, eq(votes.appId, apps.id))
    .where(isLiked)
    .orderBy(...likedOrders[sort])
    .limit(limit)
    .offset(offset);
  const likedAt = await readLikedAt(
    db,
    viewer,
    rows.map(({ app }) => app.id),
  );
  const { total } = one(
    await db.select({ total: count() }).from(votes).innerJoin(apps, eq(apps.id, votes.appId)).where(isLiked),
  );
  // Skips a like that was removed between the two reads.
  const items = rows.flatMap((row) => {
    const at = likedAt.get(row.app.id);
    return at ? [{ ...presentApp({ ...row, vote: 'up' }, viewer), likedAt: at.toISOString() }] : [];
  });
  return { items, total };
}
