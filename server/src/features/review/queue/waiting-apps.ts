import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { type Db, one } from '../../../db/client.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { appEvents } from '../../../db/schema/app-history.table.ts';
import { catalogue } from '../../../db/schema/feed.table.ts';
import { users } from '../../../db/schema/users.table.ts';

const suspended = sql`SELECT ${users.id} FROM ${users} WHERE ${users.suspendedAt} IS NOT NULL`;

/** SQL condition: the app is pending, and its maker is not suspended. */
export const isWaiting = sql`${apps.status} = 'pending' AND (${apps.submittedBy} IN (${suspended})) IS NOT TRUE`;

/** Returns the apps whose maker is suspended. */
export async function readOfSuspended(db: Db, appIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: apps.id })
    .from(apps)
    .innerJoin(users, eq(users.id, apps.submittedBy))
    .where(and(isOneOf(apps.id, appIds), isNotNull(users.suspendedAt)));
  return new Set(rows.map(({ id }) => id));
}

/** SQL condition: the app has waited at least since this time. Hiding or resubmitting it restarts the wait. */
export const waitsSince = (moment: Date) => sql`${apps.createdAt} <= ${moment} AND NOT EXISTS (
  SELECT FROM ${appEvents} AS again WHERE again.app_id = apps.id AND again.action IN ('app.held', 'app.resubmitted')
    AND again.created_at > ${moment})`;

/** SQL condition: the maker has submitted the app again. */
export const isResubmitted = sql`EXISTS (
  SELECT FROM ${appEvents} AS again WHERE again.app_id = ${apps.id} AND again.action = 'app.resubmitted')`;

export const waitingCount = sql<number>`${catalogue.pendingApps} - (
  SELECT count(*) FROM ${apps} WHERE ${apps.status} = 'pending' AND ${apps.submittedBy} IN (${suspended}))::int`;

export async function countWaiting(db: Db): Promise<number> {
  return one(await db.select({ waiting: waitingCount }).from(catalogue)).waiting;
}
