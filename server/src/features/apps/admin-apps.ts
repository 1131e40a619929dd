import type { AdminApp, AppStatus, adminApps, editApp } from '@zapdeck/contract/apps';
import type { BodyOf, QueryOf } from '@zapdeck/contract/route';
import { and, count, desc, eq, ilike, inArray, type SQL, sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { containing, type Page } from '../../db/paging.ts';
import { Refusal } from '../../http/refusal.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { type Act, differences, recordAct } from '../audit-log/audit-log.ts';
import { appSearchTexts, apps } from './apps.table.ts';
import { presentAdminApp, selectApps, type Viewer } from './present-app.ts';
import { tellSubmitter } from './review-mails.ts';

type AdminAppsQuery = QueryOf<typeof adminApps>;

/** Each has an index of its own, over apps of every status. */
const sortKeys: Readonly<Record<AdminAppsQuery['sort'], SQL>> = {
  score: sql`${apps.rankingScore}`,
  netVotes: sql`(${apps.upvotes} - ${apps.downvotes})`,
  views: sql`${apps.views}`,
  createdAt: sql`${apps.createdAt}`,
};

/** The rows of a page of the admins' list, as a query. */
export function selectAdminApps(
  db: Db,
  viewer: Viewer,
  { search, status, sort, limit, offset }: AdminAppsQuery,
) {
  const order = [desc(sortKeys[sort]), desc(apps.createdAt), desc(apps.id)];
  // The page is found by the index alone; submitters and votes are looked up for its rows and not for those before it.
  const page = db
    .select({ id: apps.id })
    .from(apps)
    .where(conditionOf(db, { search, status }))
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return selectApps(db, viewer)
    .where(inArray(apps.id, page))
    .orderBy(...order);
}

/** Which apps a search finds, as a query. */
export function selectMatches(db: Db, search: string) {
  return db
    .select({ id: appSearchTexts.appId })
    .from(appSearchTexts)
    .where(ilike(appSearchTexts.text, containing(search)));
}

/** Materialized, or the planner may walk the order's index and search each app's text on the way: a second, not a blink. */
function isFound(db: Db, search: string): SQL {
  return sql`${apps.id} IN (WITH found AS MATERIALIZED ${selectMatches(db, search)} SELECT app_id FROM found)`;
}

function conditionOf(db: Db, { search, status }: Pick<AdminAppsQuery, 'search' | 'status'>): SQL | undefined {
  const wanted = search.trim();
  return and(
    wanted === '' ? undefined : isFound(db, wanted),
    status === 'all' ? undefined : eq(apps.status, status),
  );
}

/** Apps of every status, as the admin's search, filter and order want them. */
export async function listAdminApps(db: Db, viewer: Viewer, query: AdminAppsQuery): Promise<Page<AdminApp>> {
  // At the same time, because a search reads as much for the one as for the other.
  const [rows, counts] = await Promise.all([
    selectAdminApps(db, viewer, query),
    db.select({ total: count() }).from(apps).where(conditionOf(db, query)),
  ]);
  return { items: rows.map((row) => presentAdminApp(row, viewer)), total: one(counts).total };
}

/** A new verdict has a new time; an app that waits again has none. */
function reviewTime(
  before: AppStatus,
  after: AppStatus | undefined,
  now: Date,
): { reviewedAt?: Date | null } {
  if (after === undefined || after === before) return {};
  return { reviewedAt: after === 'pending' ? null : now };
}

interface Change {
  jobs: JobQueue;
  id: string;
  values: BodyOf<typeof editApp> & { reviewReason?: string | null };
  action: 'app.edited' | 'app.reviewed';
  viewer: Viewer;
  now: Date;
}

/** Changes an app, writes down what changed and tells the submitter of a new verdict. Refuses an unknown id with `app_not_found`. */
export async function changeApp(
  db: Db,
  { jobs, id, values, action, viewer, now }: Change,
): Promise<AdminApp> {
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(apps).where(eq(apps.id, id)).for('no key update');
    if (!before) throw new Refusal('app_not_found');
    await tx
      .update(apps)
      .set({ ...values, ...reviewTime(before.status, values.status, now), updatedAt: now })
      .where(eq(apps.id, id));
    const act: Act = { actorId: viewer.id, now };
    await recordAct(tx, act, { action, targetId: id, ...differences(before, values) });
    await tellSubmitter(tx, jobs, {
      appId: id,
      before: before.status,
      after: values.status ?? before.status,
      reason: values.reviewReason ?? null,
    });
    return presentAdminApp(one(await selectApps(tx, viewer).where(eq(apps.id, id))), viewer);
  });
}
