import type { HostApp, hostApps as hostAppsRoute } from '@zapdeck/contract/hosts';
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

/** The apps on or below a host, or on all that are blocked, with the rule that counts for each; those that lead there too. */
export async function listHostApps(
  db: Db,
  viewer: Viewer,
  { host, status, limit, offset }: Omit<QueryOf<typeof hostAppsRoute>, 'host'> & { host: string | undefined },
): Promise<ListPage<HostApp>> {
  const condition = and(
    sql`${apps.id} IN (${host === undefined ? blockedIds : idsBelow(host)})`,
    status === 'all' ? undefined : eq(apps.status, status),
  );
  const rows = await selectApps(db)
    .where(condition)
    .orderBy(desc(apps.createdAt), desc(apps.id))
    .limit(limit)
    .offset(offset);
  const total = one(
    (await db.execute<{ total: number }>(sql`SELECT count(*)::int AS total FROM ${apps} WHERE ${condition}`))
      .rows,
  ).total;
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
  const shown = await withVotes(db, viewer, rows);
  const items = shown.map((row) => {
    const rules = hostsOf(row.app).map(ruleOf);
    return {
      ...presentAdminApp(row, viewer),
      hostRule: rules.find((rule) => rule?.rule === 'blocked') ?? rules.find(Boolean) ?? null,
      leadsTo: landings.get(row.app.id) ?? null,
    };
  });
  return { items, total };
}
