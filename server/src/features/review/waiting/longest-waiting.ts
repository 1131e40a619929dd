import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { selectWaitingAccounts } from '../../approval/waiting-accounts.ts';
import { isWaiting, waitsSince } from '../queue/waiting-apps.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { appEvents } from '../../../db/schema/app-history.table.ts';
import { reports } from '../../../db/schema/reports.table.ts';

const NAMED_MAX = 10;

export interface LongWait {
  title: string;
  since: Date;
  isHeld?: boolean;
}

export interface LongestWaiting {
  apps: LongWait[];
  reported: LongWait[];
  accounts: LongWait[];
}

const since = sql<Date>`coalesce(${apps.heldAt}, (SELECT max(again.created_at) FROM ${appEvents} AS again
  WHERE again.app_id = apps.id AND again.action = 'app.resubmitted'), ${apps.createdAt})`.mapWith(
  apps.createdAt,
);

export async function readLongestWaiting(db: Db, before: Date): Promise<LongestWaiting> {
  const pending = await db
    .select({ title: apps.title, since, heldAt: apps.heldAt })
    .from(apps)
    .where(sql`${isWaiting} AND ${waitsSince(before)}`)
    .orderBy(asc(since))
    .limit(NAMED_MAX);
  const first = sql<Date>`min(${reports.createdAt})`.mapWith(reports.createdAt);
  const reported = await db
    .select({ title: apps.title, since: first })
    .from(reports)
    .innerJoin(apps, eq(apps.id, reports.appId))
    .where(eq(reports.status, 'pending'))
    .groupBy(apps.id)
    .having(sql`${first} <= ${before}`)
    .orderBy(asc(first))
    .limit(NAMED_MAX);
  const accounts = await selectWaitingAccounts(db, before).limit(NAMED_MAX);
  return {
    apps: pending.map(({ heldAt, ...app }) => ({ ...app, isHeld: heldAt !== null })),
    reported,
    accounts: accounts.map(({ user }) => ({
      title: user.firstName || user.email || '',
      since: user.createdAt,
    })),
  };
}
