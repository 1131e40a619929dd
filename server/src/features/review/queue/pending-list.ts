import {
  type PendingApp,
  type PendingFilters,
  pendingAges,
  type pendingApps,
} from '@zapdeck/contract/moderation/pending-apps';
import type { QueryOf } from '@zapdeck/contract/wire/route';
import { and, asc, count, desc, eq, inArray, not, type SQL, sql } from 'drizzle-orm';
import type { StatusCounts } from '@zapdeck/contract/apps/app-numbers';
import { type Db, one } from '../../../db/client.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import type { ListPage } from '../../../db/paging.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { reports } from '../../../db/schema/reports.table.ts';
import { hostOf, rulesAbout } from '../../../urls/host-rules.ts';
import { listingFilter } from '../../listings/changes/listing-words.ts';
import { isInList, readListSearch } from '../../search/search-apps.ts';
import { presentAdminApp, selectApps, type Viewer, withVotes } from '../../listings/present/present-app.ts';
import { reasonsIn } from '../../../mail/reasons-in.ts';
import { NO_CONTEXT, readContexts } from './pending-context.ts';
import { countWaiting, isResubmitted, isWaiting, waitsSince } from './waiting-apps.ts';

async function readRecords(db: Db, submitters: Iterable<string>): Promise<Map<string, StatusCounts>> {
  const { rows } = await db.execute<StatusCounts & { submitter: string }>(sql`
    SELECT submitted_by AS submitter, (count(*) FILTER (WHERE status = 'approved'))::int AS approved,
      (count(*) FILTER (WHERE status = 'pending'))::int AS pending,
      (count(*) FILTER (WHERE status = 'rejected' AND withdrawn_at IS NULL))::int AS rejected
    FROM apps WHERE submitted_by = ANY(${sql.param([...submitters])}::uuid[]) GROUP BY submitted_by`);
  return new Map(rows.map(({ submitter, ...record }) => [submitter, record]));
}

type PendingQuery = QueryOf<typeof pendingApps>;

const orders: Readonly<Record<PendingFilters['sort'], readonly SQL[]>> = {
  oldest: [asc(apps.createdAt), asc(apps.id)],
  newest: [desc(apps.createdAt), desc(apps.id)],
  title: [asc(sql`lower(${apps.title})`), asc(apps.createdAt), asc(apps.id)],
};

type PendingAppFilters = Omit<PendingFilters, 'sort'>;

/** Scans the index of waiting apps, because the search index covers the whole catalogue. */
async function pendingAppCondition(db: Db, filters: PendingAppFilters, now: Date): Promise<SQL | undefined> {
  const { search, verdict, age, resubmitted, submitter, upload } = filters;
  const sought = await readListSearch(db, search);
  return and(
    verdict === 'all' ? undefined : eq(apps.frameStatus, verdict),
    age === 'all' ? undefined : waitsSince(new Date(now.getTime() - pendingAges[age])),
    listingFilter(filters),
    { all: undefined, yes: isResubmitted, no: not(isResubmitted) }[resubmitted],
    submitter === undefined ? undefined : eq(apps.submittedBy, submitter),
    upload === undefined ? undefined : eq(apps.uploadId, upload),
    sought && isInList(sought),
  );
}

export async function pendingAppFilter(
  db: Db,
  filters: PendingAppFilters,
  now: Date,
): Promise<SQL | undefined> {
  return and(isWaiting, await pendingAppCondition(db, filters, now));
}

export function selectIds(
  db: Db,
  query: Pick<PendingQuery, 'sort' | 'limit' | 'offset'>,
  isMatch: SQL | undefined,
) {
  return db
    .select({ id: apps.id })
    .from(apps)
    .where(isMatch)
    .orderBy(...orders[query.sort])
    .limit(query.limit)
    .offset(query.offset);
}

export function selectCount(db: Db, isMatch: SQL | undefined) {
  return db.select({ total: count() }).from(apps).where(isMatch);
}

type PendingAppRow = Parameters<typeof presentAdminApp>[0];

async function countOpenReports(db: Db, appIds: readonly string[]): Promise<Map<string, number>> {
  if (appIds.length === 0) return new Map();
  const rows = await db
    .select({ appId: reports.appId, open: count() })
    .from(reports)
    .where(and(isOneOf(reports.appId, appIds), eq(reports.status, 'pending')))
    .groupBy(reports.appId);
  return new Map(rows.map(({ appId, open }) => [appId, open]));
}

export async function presentPending(
  db: Db,
  viewer: Viewer,
  rows: readonly PendingAppRow[],
): Promise<PendingApp[]> {
  const [records, ruleOf, openReports, contexts] = await Promise.all([
    readRecords(db, new Set(rows.flatMap(({ app }) => app.submittedBy ?? []))),
    rulesAbout(
      db,
      rows.map(({ app }) => hostOf(app.url)),
    ),
    countOpenReports(
      db,
      rows.map(({ app }) => app.id),
    ),
    readContexts(
      db,
      rows.map(({ app }) => app),
    ),
  ]);
  const reasons = rows.flatMap(({ app }) => [app.reviewReason, contexts.get(app.id)?.lastReason ?? null]);
  const inTheirs = await reasonsIn(db, viewer.language, reasons);
  return rows.map((row) => {
    const context = contexts.get(row.app.id) ?? NO_CONTEXT;
    return {
      ...presentAdminApp(row, viewer),
      reviewReason: inTheirs(row.app.reviewReason),
      openReports: openReports.get(row.app.id) ?? 0,
      context: { ...context, lastReason: inTheirs(context.lastReason) },
      isHostTrusted: ruleOf(hostOf(row.app.url))?.rule === 'trusted',
      submitterRecord: (row.app.submittedBy && records.get(row.app.submittedBy)) || null,
    };
  });
}

export async function listPendingApps(
  db: Db,
  viewer: Viewer,
  query: PendingQuery,
  now: Date,
): Promise<ListPage<PendingApp>> {
  const filter = await pendingAppCondition(db, query, now);
  const isMatch = and(isWaiting, filter);
  const [rows, total] = await Promise.all([
    selectApps(db)
      .where(inArray(apps.id, selectIds(db, query, isMatch)))
      .orderBy(...orders[query.sort]),
    filter ? selectCount(db, isMatch).then((counted) => one(counted).total) : countWaiting(db),
  ]);
  return { items: await presentPending(db, viewer, await withVotes(db, viewer, rows)), total };
}
