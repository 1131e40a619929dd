import type { AdminApp, AppStatus, adminApps, editApp } from '@zapdeck/contract/apps';
import type { BodyOf, QueryOf } from '@zapdeck/contract/route';
import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { containing, type Page } from '../../db/paging.ts';
import { Refusal } from '../../http/refusal.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { type Act, differences, recordAct } from '../audit-log/audit-log.ts';
import { type AppRow, appSearchTexts, apps } from './apps.table.ts';
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

/** How the apps of a search are found: by looking up each that has the text, or by walking the order and testing each. */
type Way = 'looked up' | 'walked';
/** To test the text of an app on the walk costs as much as to look up so many; measured. */
const WALK_COST = 4;

/** The rows of a page of the admins' list, as a query. */
export function selectAdminApps(
  db: Db,
  viewer: Viewer,
  { search, status, sort, limit, offset }: AdminAppsQuery,
  way: Way = 'looked up',
) {
  const order = [desc(sortKeys[sort]), desc(apps.createdAt), desc(apps.id)];
  // The page is found by the index alone; submitters and votes are looked up for its rows and not for those before it.
  const page = db
    .select({ id: apps.id })
    .from(apps)
    .where(
      and(
        search.trim() === '' ? undefined : hasText(db, { search, status }, way),
        status === 'all' ? undefined : eq(apps.status, status),
      ),
    )
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return selectApps(db, viewer)
    .where(inArray(apps.id, page))
    .orderBy(...order);
}

function hasWords(search: string): SQL {
  return sql`${appSearchTexts.text} LIKE lower(${containing(search.trim())})`;
}

type Sought = Pick<AdminAppsQuery, 'search' | 'status'>;

function matches({ search, status }: Sought): SQL | undefined {
  return and(hasWords(search), status === 'all' ? undefined : eq(appSearchTexts.status, status));
}

/** Which apps a search finds, as a query. */
export function selectMatches(db: Db, sought: Sought) {
  return db.select({ id: appSearchTexts.appId }).from(appSearchTexts).where(matches(sought));
}

/** Each way leaves the planner no choice: what it guesses about a text is often far off, and the other way a second. */
function hasText(db: Db, sought: Sought, way: Way): SQL {
  if (way === 'walked')
    return sql`(SELECT ${hasWords(sought.search)} FROM ${appSearchTexts} WHERE ${appSearchTexts.appId} = ${apps.id})`;
  return sql`${apps.id} IN (WITH found AS MATERIALIZED ${selectMatches(db, sought)} SELECT app_id FROM found)`;
}

/** Apps of every status, as the admin's search, filter and order want them. */
export async function listAdminApps(db: Db, viewer: Viewer, query: AdminAppsQuery): Promise<Page<AdminApp>> {
  const { total, rows } =
    query.search.trim() === '' ? await listAll(db, viewer, query) : await listFound(db, viewer, query);
  return { items: rows.map((row) => presentAdminApp(row, viewer)), total };
}

async function listAll(db: Db, viewer: Viewer, query: AdminAppsQuery) {
  const { status } = query;
  const [rows, counts] = await Promise.all([
    selectAdminApps(db, viewer, query),
    db
      .select({ total: count() })
      .from(apps)
      .where(status === 'all' ? undefined : eq(apps.status, status)),
  ]);
  return { rows, total: one(counts).total };
}

async function listFound(db: Db, viewer: Viewer, query: AdminAppsQuery) {
  const { limit, offset } = query;
  const { total, apps: all } = one(
    await db
      .select({
        total: count(),
        apps: sql<number>`(SELECT reltuples::float8 FROM pg_class WHERE oid = 'apps'::regclass)`,
      })
      .from(appSearchTexts)
      .where(matches(query)),
  );
  if (offset >= total) return { rows: [], total };
  // Of many hits, the first of the order are soon met on a walk; few are quicker looked up, all of them, and sorted.
  const walked = ((offset + limit) * all) / total;
  return {
    rows: await selectAdminApps(db, viewer, query, walked * WALK_COST < total ? 'walked' : 'looked up'),
    total,
  };
}

type Edit = BodyOf<typeof editApp>;

/** A new verdict has a new time; an app that waits again has none. */
function reviewTime(
  before: AppStatus,
  after: AppStatus | undefined,
  now: Date,
): { reviewedAt?: Date | null } {
  if (after === undefined || after === before) return {};
  return { reviewedAt: after === 'pending' ? null : now };
}

/** What is changed, as it is stored; a new verdict takes the reason of the one before away. */
function valuesOf(before: AppStatus, { timeSpent, status, reason }: Edit): Partial<AppRow> {
  const given = status === 'pending' ? null : reason;
  const reviewReason = given === undefined && status !== before ? null : given;
  return {
    ...(timeSpent === undefined ? {} : { timeSpent }),
    ...(status === undefined ? {} : { status }),
    ...(status === undefined || reviewReason === undefined
      ? {}
      : { reviewReason: reviewReason?.trim() || null }),
  };
}

interface Change {
  jobs: JobQueue;
  id: string;
  edit: Edit;
  action: 'app.edited' | 'app.reviewed';
  viewer: Viewer;
  now: Date;
}

/** Changes an app, writes down what changed and tells the submitter of a new verdict. Refuses an unknown id with `app_not_found`. */
export async function changeApp(db: Db, { jobs, id, edit, action, viewer, now }: Change): Promise<AdminApp> {
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(apps).where(eq(apps.id, id)).for('no key update');
    if (!before) throw new Refusal('app_not_found');
    const values = valuesOf(before.status, edit);
    await tx
      .update(apps)
      .set({ ...values, ...reviewTime(before.status, edit.status, now), updatedAt: now })
      .where(eq(apps.id, id));
    const act: Act = { actorId: viewer.id, now };
    await recordAct(tx, act, { action, targetId: id, ...differences(before, values) });
    await tellSubmitter(tx, jobs, {
      appId: id,
      before: before.status,
      after: edit.status ?? before.status,
      reason: values.reviewReason ?? null,
    });
    return presentAdminApp(one(await selectApps(tx, viewer).where(eq(apps.id, id))), viewer);
  });
}
