import type { hostAppsCsv } from '@zapdeck/contract/csv-exports';
import type { HostApp } from '@zapdeck/contract/hosts';
import type { PageQuery } from '@zapdeck/contract/primitives';
import type { QueryOf } from '@zapdeck/contract/route';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import type { ListPage } from '../../db/paging.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { appHosts } from '../../db/schema/hosts.table.ts';
import { hostKeyOf, hostOf, hostOfKey, rulesAbout } from '../../urls/host-rules.ts';
import { presentAdminApp, selectApps, type Viewer, withVotes } from '../apps/present-app.ts';

/** Of the keys of the rule's host and of all below it: behind the dot comes the slash, in the order of bytes. */
export const keyRange = sql`app_hosts.host_key >= host_rules.host_key
  AND app_hosts.host_key < left(host_rules.host_key, -1) || '/'`;

/** Those below a host. */
const idsBelow = (host: string): SQL => sql`
  SELECT app_hosts.app_id FROM app_hosts, (VALUES (${hostKeyOf(host)}::text COLLATE "C")) AS host_rules (host_key)
  WHERE ${keyRange}`;

/**
 * Those with a blocked host above them and no trusted one that is more specific. One look into the index for each rule:
 * joined otherwise, every host would be held against every rule.
 */
const blockedIds = sql`
  SELECT below.app_id FROM host_rules CROSS JOIN LATERAL (
    SELECT app_hosts.app_id, app_hosts.host_key FROM app_hosts WHERE ${keyRange} OFFSET 0) AS below
  WHERE host_rules.rule = 'blocked' AND NOT EXISTS (
    SELECT FROM host_rules AS trusted
    WHERE trusted.rule = 'trusted' AND length(trusted.host_key) > length(host_rules.host_key)
      AND starts_with(below.host_key, trusted.host_key))`;

async function readLandings(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: appHosts.appId, key: appHosts.hostKey })
    .from(appHosts)
    .where(and(inArray(appHosts.appId, [...ids]), eq(appHosts.isLanding, true)));
  return new Map(rows.map(({ id, key }) => [id, hostOfKey(key)]));
}

type Sought = Omit<QueryOf<typeof hostAppsCsv>, 'host'> & { host: string | undefined };

/** The apps on or below a host, or on all that are blocked; those that lead there too. */
export function isOnHost({ host, status }: Sought): SQL | undefined {
  return and(
    sql`${apps.id} IN (${host === undefined ? blockedIds : idsBelow(host)})`,
    status === 'all' ? undefined : eq(apps.status, status),
  );
}

/** The apps with the rule that counts for each, and where they lead. */
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

/** A page of the apps on or below a host, or on all that are blocked. */
export async function listHostApps(
  db: Db,
  viewer: Viewer,
  { limit, offset, ...sought }: Sought & PageQuery,
): Promise<ListPage<HostApp>> {
  const condition = isOnHost(sought);
  const rows = await selectApps(db)
    .where(condition)
    .orderBy(desc(apps.createdAt), desc(apps.id))
    .limit(limit)
    .offset(offset);
  const total = one(
    (await db.execute<{ total: number }>(sql`SELECT count(*)::int AS total FROM ${apps} WHERE ${condition}`))
      .rows,
  ).total;
  return { items: await presentHostApps(db, viewer, await withVotes(db, viewer, rows)), total };
}
