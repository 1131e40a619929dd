import type { hostsCsv } from '@zapdeck/contract/wire/csv-exports';
import {
  type adminHosts as adminHostsRoute,
  HOST_APPS_COUNTED,
  type HostRule,
  type HostApp,
} from '@zapdeck/contract/frames/hosts';
import { message } from '@zapdeck/contract/wire/message';
import type { Role } from '@zapdeck/contract/accounts/roles';
import type { QueryOf } from '@zapdeck/contract/wire/route';
import { and, asc, eq, gt, ilike, type SQL, sql } from 'drizzle-orm';
import { holdLock } from '../../db/advisory-locks.ts';
import { type Db, one } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { containing, type ListPage, batchesBehind, inBatches } from '../../db/paging.ts';
import { hostRules } from '../../db/schema/hosts.table.ts';
import { personColumns, users } from '../../db/schema/users.table.ts';
import { lockModerator, type Moderator } from '../../accounts/locks.ts';
import { Refusal } from '../../http/refusal.ts';
import { hostKeyOf } from '../../urls/host-rules.ts';
import { type Stamp, differences, recordAction } from '../audit-log/audit-log.ts';
import { keyRange, hostAppFilter, presentHostApps } from './host-apps.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { type CsvColumns, fieldColumns } from '../../http/send-csv.ts';
import { appColumns } from '../listings/files/export-apps.ts';
import { selectApps, type Viewer, withoutVotes } from '../listings/present/present-app.ts';

type HostCounts = { host: string; approved: number; pending: number };

const INDEX_COUNT_MAX = 5_000;

/** Counts an app once if it redirects within the hosts of the rule. */
const countByIndex = (status: 'approved' | 'pending') => sql`
  SELECT least(count(DISTINCT app_id), ${HOST_APPS_COUNTED}) FROM (
    SELECT app_id FROM (SELECT app_id FROM app_hosts WHERE ${keyRange} OFFSET 0) AS below
    WHERE (SELECT status FROM apps WHERE apps.id = below.app_id) = ${status} LIMIT ${2 * HOST_APPS_COUNTED}) AS touched`;

const countAmongPending = sql`
  SELECT count(*) FROM (SELECT FROM apps WHERE status = 'pending' AND (
    SELECT count(*) > 0 FROM app_hosts WHERE app_hosts.app_id = apps.id AND ${keyRange}) LIMIT ${HOST_APPS_COUNTED}) AS touched`;

const hasManyApps = sql`(SELECT count(*) = ${INDEX_COUNT_MAX} FROM (SELECT FROM app_hosts WHERE ${keyRange} LIMIT ${INDEX_COUNT_MAX}) AS first)`;

function selectCounts(hosts: readonly string[]): SQL {
  return sql`SELECT host, (${countByIndex('approved')})::int AS approved,
      (CASE WHEN ${hasManyApps} THEN (${countAmongPending}) ELSE (${countByIndex('pending')}) END)::int AS pending
    FROM host_rules WHERE host = ANY (${sql.param(hosts)}::text[])`;
}

async function countApps(db: Db, hosts: readonly string[]): Promise<Map<string, HostCounts>> {
  if (hosts.length === 0) return new Map();
  const { rows } = await db.execute<HostCounts>(selectCounts(hosts));
  return new Map(rows.map((row) => [row.host, row]));
}

const none = { approved: 0, pending: 0 };

async function readHosts(db: Db, where: ReturnType<typeof and>, page: { limit: number; offset: number }) {
  const rows = await db
    .select({ rule: hostRules, savedBy: personColumns })
    .from(hostRules)
    .leftJoin(users, eq(users.id, hostRules.savedBy))
    .where(where)
    .orderBy(asc(hostRules.hostKey))
    .limit(page.limit)
    .offset(page.offset);
  const counts = await countApps(
    db,
    rows.map(({ rule }) => rule.host),
  );
  return rows.map(({ rule: { host, rule, note, createdAt, updatedAt }, savedBy }): HostRule => {
    const { approved, pending } = counts.get(host) ?? none;
    return {
      host,
      rule,
      note,
      apps: { approved, pending },
      savedBy,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    };
  });
}

type SoughtHosts = QueryOf<typeof hostsCsv>;

function hostRuleFilter({ search, rule }: SoughtHosts): SQL | undefined {
  return and(
    search.trim() === '' ? undefined : ilike(hostRules.host, containing(search.trim())),
    rule === 'all' ? undefined : eq(hostRules.rule, rule),
  );
}

function readHostsBehind(db: Db, query: SoughtHosts, host: string | undefined, limit: number) {
  const isBehind = host === undefined ? undefined : gt(hostRules.hostKey, hostKeyOf(host));
  return readHosts(db, and(hostRuleFilter(query), isBehind), { limit, offset: 0 });
}

export async function listHosts(
  db: Db,
  { limit, offset, ...sought }: QueryOf<typeof adminHostsRoute>,
): Promise<ListPage<HostRule>> {
  const condition = hostRuleFilter(sought);
  const items = await readHosts(db, condition, { limit, offset });
  return { items, total: await db.$count(hostRules, condition) };
}

interface HostSaving {
  host: string;
  rule: 'blocked' | 'trusted';
  note: string | null;
  moderator: Moderator;
  now: Date;
}

/** Moderators can block hosts, but only admins can trust them. */
function requireAdminForTrust(role: Role, rules: readonly (HostRule['rule'] | undefined)[]): void {
  if (role !== 'admin' && rules.includes('trusted'))
    throw new Refusal('forbidden', { message: message('Only admins can change trusted hosts.') });
}

/** Rejects with `forbidden` if a moderator would trust a host, or change a trusted one. */
export async function saveHost(db: Db, { host, rule, note, moderator, now }: HostSaving): Promise<HostRule> {
  return inTransaction(db, async (tx) => {
    const role = await lockModerator(tx, moderator);
    // A row lock cannot prevent concurrent inserts.
    await holdLock(tx, 'hostRules');
    const isThis = eq(hostRules.host, host);
    const [before] = await tx.select().from(hostRules).where(isThis);
    requireAdminForTrust(role, [rule, before?.rule]);
    const values = { rule, note: note?.trim() || null };
    const changed = differences(before ?? {}, values);
    if (!before || changed) {
      await tx
        .insert(hostRules)
        .values({
          host,
          hostKey: hostKeyOf(host),
          ...values,
          savedBy: moderator.id,
          createdAt: now,
          updatedAt: now,
        })
        .onConflictDoUpdate({
          target: hostRules.host,
          set: { ...values, savedBy: moderator.id, updatedAt: now },
        });
      const stamp: Stamp = { actorId: moderator.id, now };
      await recordAction(tx, stamp, {
        action: 'host.saved',
        ...(before && changed ? { before: { host, ...changed.before } } : {}),
        after: { host, ...(changed?.after ?? values) },
      });
    }
    return one(await readHosts(tx, isThis, { limit: 1, offset: 0 }));
  });
}

export async function removeHost(
  db: Db,
  { host, moderator, now }: Pick<HostSaving, 'host' | 'moderator' | 'now'>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const role = await lockModerator(tx, moderator);
    await holdLock(tx, 'hostRules');
    const [gone] = await tx.delete(hostRules).where(eq(hostRules.host, host)).returning();
    if (!gone) throw new Refusal('host_not_found');
    const { rule, note } = gone;
    requireAdminForTrust(role, [rule]);
    await recordAction(
      tx,
      { actorId: moderator.id, now },
      { action: 'host.removed', before: { host, rule, note } },
    );
  });
}

const counted = (count: number) => (count < HOST_APPS_COUNTED ? count : `${HOST_APPS_COUNTED}+`);

export const hostColumns: CsvColumns<HostRule> = {
  ...fieldColumns('host', 'rule', 'note'),
  approvedApps: ({ apps: { approved } }) => counted(approved),
  pendingApps: ({ apps: { pending } }) => counted(pending),
  savedById: ({ savedBy }) => savedBy && savedBy.id,
  savedByName: ({ savedBy }) => savedBy && savedBy.firstName,
  savedByEmail: ({ savedBy }) => savedBy && savedBy.email,
  ...fieldColumns('createdAt', 'updatedAt'),
};

export const exportHosts = (db: Db, query: QueryOf<typeof hostsCsv>) =>
  batchesBehind((last: HostRule | undefined, limit) => readHostsBehind(db, query, last?.host, limit));

export const hostAppColumns: CsvColumns<HostApp> = {
  ...appColumns,
  rule: ({ hostRule }) => hostRule && hostRule.rule,
  ruleOfHost: ({ hostRule }) => hostRule && hostRule.host,
  leadsTo: ({ leadsTo }) => leadsTo,
};

export const exportHostApps = (db: Db, viewer: Viewer, sought: Parameters<typeof hostAppFilter>[0]) =>
  inBatches({
    select: selectApps,
    table: apps,
    condition: hostAppFilter(sought),
    db,
    placeOf: ({ app }) => app,
    present: (rows) => presentHostApps(db, viewer, withoutVotes(rows)),
  });
