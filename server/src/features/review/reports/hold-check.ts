import {
  type HoldCheck,
  type HoldVerdict,
  LIKES_PER_REPORT,
  UncountedReason,
} from '@zapdeck/contract/moderation/reported-apps';
import type { ModerationSettings } from '@zapdeck/contract/moderation/moderation';
import { gt, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import type { AppRow } from '../../../db/schema/apps.table.ts';
import { automaticHolds } from '../../../db/schema/automatic-holds.table.ts';
import { reports } from '../../../db/schema/reports.table.ts';
import { users } from '../../../db/schema/users.table.ts';
import { isMailedAdmin } from '../../../mail/send-mail.ts';
import { readTrustedApps } from '../../listings/address/blocked-hosts.ts';
import { moderationKind } from '../../settings/kinds.ts';
import { readValues } from '../../settings/settings.ts';
import { countIndependent } from './independent-reporters.ts';
import { mailboxOf } from './mailbox.ts';

const HOUR_MS = 3_600_000;
/** A member's reports do not count while this many other apps are hidden that the member has reported. */
const HELD_AT_ONCE = 5;

type ReportedRow = Pick<AppRow, 'id' | 'url' | 'upvotes' | 'heldAt'>;

interface ReporterRow extends Record<string, unknown> {
  appId: string;
  email: string;
  networks: (string | null)[];
  dismissals: number;
  uncounted: UncountedReason | null;
}

async function readReporters(db: Db, appIds: readonly string[], createdBy: Date): Promise<ReporterRow[]> {
  const { rows } = await db.execute<ReporterRow>(sql`
    SELECT open.app_id AS "appId", users.email, open.networks, greatest(dismissed - upheld, 0)::int AS dismissals,
      CASE WHEN users.suspended_at IS NOT NULL THEN 'suspended' WHEN users.created_at > ${createdBy} THEN 'new'
        WHEN users.email_verified_at IS NULL THEN 'unconfirmed' WHEN here > 0 THEN 'dismissed_here'
        WHEN held >= ${HELD_AT_ONCE} THEN 'holds_others' END AS uncounted
    FROM (
        SELECT app_id, reported_by, array_agg(DISTINCT network) AS networks FROM ${reports}
        WHERE app_id = ANY(${sql.param(appIds)}::uuid[]) AND status = 'pending' GROUP BY app_id, reported_by
      ) AS open
      JOIN ${users} ON users.id = open.reported_by
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE theirs.status = 'dismissed' AND theirs.app_id = open.app_id) AS here,
          count(DISTINCT theirs.app_id) FILTER (WHERE theirs.status = 'dismissed') AS dismissed,
          count(DISTINCT theirs.app_id) FILTER (WHERE theirs.status = 'reviewed') AS upheld,
          count(DISTINCT theirs.app_id) FILTER (WHERE theirs.status = 'pending' AND theirs.app_id <> open.app_id
            AND apps.held_at IS NOT NULL) AS held
        FROM ${reports} AS theirs JOIN apps ON apps.id = theirs.app_id
        WHERE theirs.reported_by = open.reported_by
      ) AS record`);
  return rows;
}

/** Domains where every member has their own mailbox. */
async function readMemberDomains(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ domain: sql<string>`split_part(${users.email}, '@', 2)` })
    .from(users)
    .where(isMailedAdmin);
  return new Set(rows.map(({ domain }) => domain));
}

export async function readRecentHolds(db: Db, now: Date): Promise<{ hasReachedLimit: boolean }[]> {
  return db
    .select({ hasReachedLimit: automaticHolds.hasReachedLimit })
    .from(automaticHolds)
    .where(gt(automaticHolds.createdAt, new Date(now.getTime() - HOUR_MS)));
}

interface HoldFacts {
  settings: ModerationSettings;
  isTrusted: boolean;
  recentHolds: number;
}

function verdictOf(
  { upvotes, heldAt }: ReportedRow,
  { count, weight }: ReturnType<typeof countIndependent>,
  { settings, isTrusted, recentHolds }: HoldFacts,
): HoldVerdict {
  if (!settings.isHoldingEnabled) return 'switched_off';
  if (isTrusted) return 'trusted_host';
  if (weight < settings.reportsToHold) return 'too_few';
  if (upvotes > LIKES_PER_REPORT * count) return 'many_likes';
  return heldAt === null && recentHolds >= settings.holdsPerHour ? 'limit_reached' : 'enough';
}

/** Counts reporters by the reason why they do not count. `shared` reporters count together with another one. */
function uncountedBy(reporters: readonly ReporterRow[], shared: number): HoldCheck['uncounted'] {
  const countOf = (reason: UncountedReason) =>
    reason === 'shared' ? shared : reporters.filter(({ uncounted }) => uncounted === reason).length;
  return UncountedReason.options
    .map((reason) => ({ reason, count: countOf(reason) }))
    .filter(({ count }) => count > 0);
}

export async function checkHolds(
  db: Db,
  apps: readonly ReportedRow[],
  now: Date,
): Promise<Map<string, HoldCheck>> {
  const settings = await readValues(db, moderationKind);
  const createdBy = new Date(now.getTime() - settings.reporterAgeHours * HOUR_MS);
  const reporters = await readReporters(
    db,
    apps.map(({ id }) => id),
    createdBy,
  );
  const memberDomains = await readMemberDomains(db);
  const trusted = await readTrustedApps(db, apps);
  const recentHolds = (await readRecentHolds(db, now)).length;
  const byApp = Map.groupBy(reporters, ({ appId }) => appId);
  return new Map(
    apps.map((app) => {
      const all = byApp.get(app.id) ?? [];
      const counted = all.filter(({ uncounted }) => uncounted === null);
      const independent = countIndependent(
        counted.map((row) => ({ ...row, mailbox: mailboxOf(row.email, memberDomains) })),
      );
      const facts = { settings, isTrusted: trusted.has(app.id), recentHolds };
      return [
        app.id,
        {
          verdict: verdictOf(app, independent, facts),
          weight: independent.weight,
          needed: settings.reportsToHold,
          independent: independent.count,
          uncounted: uncountedBy(all, counted.length - independent.count),
          reporterAgeHours: settings.reporterAgeHours,
        },
      ];
    }),
  );
}
