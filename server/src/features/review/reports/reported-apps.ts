import {
  type ReportedApp,
  type reportedApps,
  REPORTS_SHOWN,
} from '@zapdeck/contract/moderation/reported-apps';
import type { PageQuery } from '@zapdeck/contract/wire/primitives';
import type { AdminReport } from '@zapdeck/contract/moderation/reports';
import type { QueryOf } from '@zapdeck/contract/wire/route';
import { and, count, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { type Db, one } from '../../../db/client.ts';
import type { ListPage } from '../../../db/paging.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { reports } from '../../../db/schema/reports.table.ts';
import { presentAdminApp, selectApps, type Viewer } from '../../listings/present/present-app.ts';
import { checkHolds } from './hold-check.ts';
import { presentReport, selectReports } from './reports.ts';

const isOpen = sql`${reports.status} = 'pending'`;
const openFirst = [desc(isOpen), desc(reports.createdAt), desc(reports.id)];

const statuses = {
  all: sql`true`,
  open: sql`bool_or(${isOpen})`,
  closed: sql`NOT bool_or(${isOpen})`,
};

export interface ReportGroup extends Record<string, unknown> {
  appId: string;
  open: number;
  reporters: number;
  all: number;
  latest: string;
  changed: string;
}

const groupColumns = sql`app_id AS "appId", (count(*) FILTER (WHERE ${isOpen}))::int AS open,
  (count(DISTINCT reported_by) FILTER (WHERE ${isOpen}))::int AS reporters, count(*)::int AS all,
  max(created_at) AS latest, greatest(max(created_at), max(decided_at)) AS changed`;

type ReportedAppsQuery = QueryOf<typeof reportedApps>;

const ofApp = ({ app }: ReportedAppsQuery) => (app === undefined ? sql`true` : sql`app_id = ${app}`);

async function readGroups(db: Db, asked: ReportedAppsQuery): Promise<ReportGroup[]> {
  const { status, limit, offset } = asked;
  const { rows } = await db.execute<ReportGroup>(sql`
    SELECT ${groupColumns} FROM ${reports} WHERE ${ofApp(asked)} GROUP BY app_id HAVING ${statuses[status]}
    ORDER BY bool_or(${isOpen}) DESC, max(created_at) DESC, app_id LIMIT ${limit} OFFSET ${offset}`);
  return rows;
}

export async function readGroupsBehind(
  db: Db,
  status: keyof typeof statuses,
  { appId }: Partial<Pick<ReportGroup, 'appId'>>,
  limit: number,
): Promise<ReportGroup[]> {
  const isBehind = appId === undefined ? sql`true` : lt(reports.appId, appId);
  const { rows } = await db.execute<ReportGroup>(sql`
    SELECT ${groupColumns} FROM ${reports} WHERE ${isBehind} GROUP BY app_id HAVING ${statuses[status]}
    ORDER BY app_id DESC LIMIT ${limit}`);
  return rows;
}

async function countGroups(db: Db, asked: ReportedAppsQuery): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`
    SELECT count(*)::int AS total
    FROM (SELECT FROM ${reports} WHERE ${ofApp(asked)} GROUP BY app_id HAVING ${statuses[asked.status]}) AS groups`);
  return one(rows).total;
}

async function readOpenKinds(db: Db, appIds: readonly string[]) {
  const rows = await db
    .select({ appId: reports.appId, kind: reports.kind, count: count() })
    .from(reports)
    .where(and(inArray(reports.appId, [...appIds]), isOpen, isNotNull(reports.kind)))
    .groupBy(reports.appId, reports.kind)
    .orderBy(desc(count()), reports.kind);
  const known = rows.flatMap(({ kind, ...row }) => (kind === null ? [] : [{ ...row, kind }]));
  return Map.groupBy(known, ({ appId }) => appId);
}

async function readLatest(db: Db, appIds: readonly string[]): Promise<AdminReport[]> {
  const latest = sql`
    SELECT last.id FROM unnest(${sql.param(appIds)}::uuid[]) AS group_of (app_id)
    CROSS JOIN LATERAL (
      SELECT id FROM ${reports} WHERE reports.app_id = group_of.app_id
      ORDER BY ${sql.join(openFirst, sql`, `)} LIMIT ${REPORTS_SHOWN}
    ) AS last`;
  const rows = await selectReports(db)
    .where(sql`${reports.id} IN (${latest})`)
    .orderBy(...openFirst);
  return rows.map(presentReport);
}

/** Lists apps with open reports before others, and the latest reports first. */
export async function listReportedApps(
  db: Db,
  viewer: Viewer,
  query: ReportedAppsQuery,
  now: Date,
): Promise<ListPage<ReportedApp>> {
  const [groups, total] = await Promise.all([readGroups(db, query), countGroups(db, query)]);
  return { items: await presentGroups(db, viewer, groups, now), total };
}

export async function presentGroups(
  db: Db,
  viewer: Viewer,
  groups: readonly ReportGroup[],
  now: Date,
): Promise<ReportedApp[]> {
  if (groups.length === 0) return [];
  const ids = groups.map(({ appId }) => appId);
  const [rows, latest, openKinds] = await Promise.all([
    selectApps(db).where(inArray(apps.id, ids)),
    readLatest(db, ids),
    readOpenKinds(db, ids),
  ]);
  const checks = await checkHolds(
    db,
    rows.map(({ app }) => app),
    now,
  );
  const byId = new Map(rows.map((row) => [row.app.id, row]));
  const latestOf = Map.groupBy(latest, ({ appId }) => appId);
  return groups.flatMap((group) => {
    const row = byId.get(group.appId);
    const hold = checks.get(group.appId);
    if (!row || !hold) return [];
    const changed = Math.max(Date.parse(group.changed), row.app.updatedAt.getTime());
    return {
      app: presentAdminApp({ ...row, vote: null }, viewer),
      openReports: group.open,
      openReporters: group.reporters,
      allReports: group.all,
      openKinds: (openKinds.get(group.appId) ?? []).map(({ kind, count: ofKind }) => ({
        kind,
        count: ofKind,
      })),
      hold,
      latestReportAt: new Date(group.latest).toISOString(),
      latest: latestOf.get(group.appId) ?? [],
      updatedAt: new Date(changed).toISOString(),
    };
  });
}

export async function listReportsOfApp(
  db: Db,
  appId: string,
  { limit, offset }: PageQuery,
): Promise<ListPage<AdminReport>> {
  const rows = await selectReports(db)
    .where(eq(reports.appId, appId))
    .orderBy(...openFirst)
    .limit(limit)
    .offset(offset);
  return { items: rows.map(presentReport), total: await db.$count(reports, eq(reports.appId, appId)) };
}
