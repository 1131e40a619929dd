import type { App, OwnApp, PendingApp, StatusCounts } from '@zapdeck/contract/apps';
import type { PageQuery } from '@zapdeck/contract/primitives';
import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import type { Databases } from '../../db/read-pool.ts';
import type { ListPage } from '../../db/paging.ts';
import { votes } from '../../db/schema/votes.table.ts';
import { readStatusCounts } from './app-counts.ts';
import { apps } from '../../db/schema/apps.table.ts';
import {
  presentAdminApp,
  presentApp,
  presentOwnApp,
  selectApps,
  type Viewer,
  withVotes,
} from './present-app.ts';

/** The viewer's own submissions, newest first, whatever became of them. */
export async function listOwnApps(
  { db, primary }: Databases,
  viewer: Viewer,
  { limit, offset }: PageQuery,
): Promise<ListPage<OwnApp>> {
  const isOwn = eq(apps.submittedBy, viewer.id);
  const rows = await selectApps(db)
    .where(isOwn)
    .orderBy(desc(apps.createdAt), desc(apps.id))
    .limit(limit)
    .offset(offset);
  const { total } = one(await db.select({ total: count() }).from(apps).where(isOwn));
  const shown = await withVotes(primary, viewer, rows);
  return { items: shown.map((row) => presentOwnApp(row, viewer)), total };
}

/** The approved apps that the viewer has voted up, the latest vote first. */
export async function listLikedApps(
  db: Db,
  viewer: Viewer,
  { limit, offset }: PageQuery,
): Promise<ListPage<App>> {
  const isLiked = and(eq(votes.userId, viewer.id), eq(votes.voteType, 'up'), eq(apps.status, 'approved'));
  const rows = await selectApps(db)
    .innerJoin(votes, eq(votes.appId, apps.id))
    .where(isLiked)
    .orderBy(desc(votes.createdAt), desc(votes.id))
    .limit(limit)
    .offset(offset);
  const { total } = one(
    await db.select({ total: count() }).from(votes).innerJoin(apps, eq(apps.id, votes.appId)).where(isLiked),
  );
  return { items: rows.map((row) => presentApp({ ...row, vote: 'up' }, viewer)), total };
}

/** What became of everything that each of the people handed in. */
async function readRecords(db: Db, submitters: readonly string[]): Promise<Map<string, StatusCounts>> {
  const { rows } = await db.execute<StatusCounts & { submitter: string }>(sql`
    SELECT submitted_by AS submitter, (count(*) FILTER (WHERE status = 'approved'))::int AS approved,
      (count(*) FILTER (WHERE status = 'pending'))::int AS pending,
      (count(*) FILTER (WHERE status = 'rejected'))::int AS rejected
    FROM apps WHERE submitted_by = ANY(${sql.param(submitters)}::uuid[]) GROUP BY submitted_by`);
  return new Map(rows.map(({ submitter, ...record }) => [submitter, record]));
}

/** What waits for review, the longest wait first, each with its submitter's record. */
export async function listPendingApps(
  { db, primary }: Databases,
  viewer: Viewer,
  { limit, offset }: PageQuery,
): Promise<ListPage<PendingApp>> {
  const isPending = eq(apps.status, 'pending');
  const rows = await selectApps(db)
    .where(isPending)
    .orderBy(asc(apps.createdAt), asc(apps.id))
    .limit(limit)
    .offset(offset);
  const submitters = new Set(rows.flatMap(({ app }) => app.submittedBy ?? []));
  const records = await readRecords(db, [...submitters]);
  const shown = await withVotes(primary, viewer, rows);
  const items = shown.map((row) => ({
    ...presentAdminApp(row, viewer),
    submitterRecord: (row.app.submittedBy && records.get(row.app.submittedBy)) || null,
  }));
  return { items, total: (await readStatusCounts(db)).pending };
}
