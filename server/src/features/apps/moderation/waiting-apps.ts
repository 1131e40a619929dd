import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { type Db, one } from '../../../db/client.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { auditLog } from '../../../db/schema/audit-log.table.ts';
import { catalogue } from '../../../db/schema/feed.table.ts';
import { users } from '../../../db/schema/users.table.ts';

/** Whose apps nobody decides on for now. */
const suspended = sql`SELECT ${users.id} FROM ${users} WHERE ${users.suspendedAt} IS NOT NULL`;

/** Which apps wait for a moderator: pending ones, but for those of suspended people, which are back when that is lifted. */
export const isWaiting = sql`${apps.status} = 'pending' AND (${apps.submittedBy} IN (${suspended})) IS NOT TRUE`;

/** Which of these apps are those of suspended people. */
export async function readOfSuspended(db: Db, appIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: apps.id })
    .from(apps)
    .innerJoin(users, eq(users.id, apps.submittedBy))
    .where(and(isOneOf(apps.id, appIds), isNotNull(users.suspendedAt)));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Which of the apps that wait have done so since that moment: one that was held back or sent in again, since then. Those of
 * late are found in the log by its index, so that the rest is read from the index of waiting apps alone.
 */
export const waitsSince = (moment: Date) => sql`${apps.createdAt} <= ${moment} AND NOT EXISTS (
  SELECT FROM ${auditLog} AS again WHERE again.target_id = apps.id AND again.action IN ('app.held', 'app.resubmitted')
    AND again.created_at > ${moment})`;

/** SQL condition: the maker has sent the app in again. */
export const isResubmitted = sql`EXISTS (
  SELECT FROM ${auditLog} AS again WHERE again.target_id = ${apps.id} AND again.action = 'app.resubmitted')`;

/** How many apps wait for a moderator, as SQL for a column of a row of the catalogue. */
export const waitingCount = sql<number>`${catalogue.pendingApps} - (
  SELECT count(*) FROM ${apps} WHERE ${apps.status} = 'pending' AND ${apps.submittedBy} IN (${suspended}))::int`;

/** How many apps wait for a moderator; as many as `isWaiting` holds of. */
export async function countWaiting(db: Db): Promise<number> {
  return one(await db.select({ waiting: waitingCount }).from(catalogue)).waiting;
}
