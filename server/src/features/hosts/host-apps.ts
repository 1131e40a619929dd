import type { hostAppsCsv } from '@zapdeck/contract/wire/csv-exports';
import { type HostApp, HOST_APPS_COUNTED } from '@zapdeck/contract/frames/hosts';
import type { PageQuery } from '@zapdeck/contract/wire/primitives';
import type { QueryOf } from '@zapdeck/contract/wire/route';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import type { ListPage } from '../../db/paging.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { appHosts } from '../../db/schema/hosts.table.ts';
import { hostKeyOf, hostOf, hostOfKey, rulesAbout } from '../../urls/host-rules.ts';
import { presentAdminApp, selectApps, type Viewer, withVotes } from '../listings/present/present-app.ts';

type SoughtHostApps = Omit<QueryOf<typeof hostAppsCsv>, 'host'> & { host: string | undefined };

/** Index range of the host and its subdomains. Keys end with a dot, and `/` is the next byte after it. */
export const keyRange = sql`app_hosts.host_key >= host_rules.host_key
  AND app_hosts.host_key < left(host_rules.host_key, -1) || '/'`;

const appIdsBelow = (host: string): SQL => sql`
  SELECT app_hosts.app_id FROM app_hosts, (VALUES (${hostKeyOf(host)}::text COLLATE "C")) AS host_rules (host_key)
  WHERE ${keyRange}`;

const blockedAppIds = sql`
  SELECT below.app_id FROM (
    SELECT blocked.host_key, array_agg(trusted.host_key) FILTER (WHERE trusted.host_key IS NOT NULL) AS trusted_keys
    FROM host_rules AS blocked LEFT JOIN host_rules AS trusted ON trusted.rule = 'trusted'
      AND trusted.host_key > blocked.host_key AND trusted.host_key < left(blocked.host_key, -1) || '/'
    WHERE blocked.rule = 'blocked' GROUP BY blocked.host_key
  ) AS host_rules CROSS JOIN LATERAL (
    SELECT app_hosts.app_id, app_hosts.host_key FROM app_hosts WHERE ${keyRange} OFFSET 0) AS below
  WHERE host_rules.trusted_keys IS NULL OR NOT EXISTS (
    SELECT FROM unnest(host_rules.trusted_keys) AS key WHERE starts_with(below.host_key, key))`;

const idsOn = ({ host }: SoughtHostApps): SQL => (host === undefined ? blockedAppIds : appIdsBelow(host));

/** A subquery looks up the status only for as many apps as the limit needs. */
const hasStatus = ({ status }: SoughtHostApps): SQL =>
  status === 'all' ? sql`true` : sql`(SELECT status = ${status} FROM apps WHERE apps.id = below.app_id)`;

function selectHostApps(sought: SoughtHostApps, { limit, offset }: PageQuery): SQL {
  return sql`SELECT app_id AS id FROM (
      SELECT DISTINCT app_id FROM (${idsOn(sought)}) AS found ORDER BY app_id DESC OFFSET 0) AS below
    WHERE ${hasStatus(sought)} ORDER BY app_id DESC LIMIT ${limit} OFFSET ${offset}`;
}

function countHostApps(sought: SoughtHostApps): SQL {
  return sql`SELECT count(*)::int AS total FROM (
    SELECT FROM (SELECT DISTINCT app_id FROM (${idsOn(sought)}) AS found OFFSET 0) AS below
    WHERE ${hasStatus(sought)} LIMIT ${HOST_APPS_COUNTED}) AS counted`;
}

async function readLandings(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: appHosts.appId, key: appHosts.hostKey })
    .from(appHosts)
    .where(and(inArray(appHosts.appId, [...ids]), eq(appHosts.isLanding, true)));
  return new Map(rows.map(({ id, key }) => [id, hostOfKey(key)]));
}

export function hostAppFilter(sought: SoughtHostApps): SQL | undefined {
  const { status } = sought;
  return and(sql`${apps.id} IN (${idsOn(sought)})`, status === 'all' ? undefined : eq(apps.status, status));
}

export async function presentHostApps(
  db: Db,
  viewer: Viewer,
  rows: readonly Parameters<typeof presentAdminApp>[0][],
): Promise<HostApp[]> {
  const landings = await readLandings(
    db,
    rows.map(({ app }) => app.id),
  );
  const hostsOf = ({ id, url }: { id: string; url: string }) => [
    hostOf(url),
    ...[landings.get(id) ?? []].flat(),
  ];
  const ruleOf = await rulesAbout(
    db,
    rows.flatMap(({ app }) => hostsOf(app)),
  );
  return rows.map((row) => {
    const rules = hostsOf(row.app).map(ruleOf);
    return {
      ...presentAdminApp(row, viewer),
      hostRule: rules.find((rule) => rule?.rule === 'blocked') ?? rules.find(Boolean) ?? null,
      leadsTo: landings.get(row.app.id) ?? null,
    };
  });
}

export async function listHostApps(
  db: Db,
  viewer: Viewer,
  { limit, offset, ...sought }: SoughtHostApps & PageQuery,
): Promise<ListPage<HostApp>> {
  const { rows: found } = await db.execute<{ id: string }>(selectHostApps(sought, { limit, offset }));
  const { total } = one((await db.execute<{ total: number }>(countHostApps(sought))).rows);
  const ids = found.map(({ id }) => id);
  const rows = await selectApps(db).where(inArray(apps.id, ids)).orderBy(desc(apps.id));
  return { items: await presentHostApps(db, viewer, await withVotes(db, viewer, rows)), total };
}
