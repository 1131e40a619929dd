import type { StatusCounts } from '@zapdeck/contract/apps/app-numbers';
import type { PersonPage, Suspension } from '@zapdeck/contract/accounts/people';
import { eq, sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { personColumns, type UserRow, users } from '../../db/schema/users.table.ts';
import { Refusal } from '../../http/refusal.ts';
import { isLive } from '../../accounts/session.ts';
import { linkedProvidersOf } from '../identities/linked-identities.ts';
import { listAccountTakebacks } from '../takebacks/takebacks.ts';
import { presentAdminUser } from '../users/admin-users.ts';

async function readSuspension(db: Db, user: UserRow): Promise<Suspension | null> {
  const { suspendedAt, suspendedReason, suspendedBy } = user;
  if (suspendedAt === null || suspendedReason === null) return null;
  const [by] =
    suspendedBy === null ? [] : await db.select(personColumns).from(users).where(eq(users.id, suspendedBy));
  return { at: suspendedAt.toISOString(), reason: suspendedReason, by: by ?? null };
}

type PersonCounts = StatusCounts & {
  up: number;
  down: number;
  takenWithGroups: number;
  made: number;
  received: number;
  receivedOpen: number;
  sessions: number;
  lastSeenMs: number | null;
};

async function countOwnedRows(db: Db, { id }: UserRow, now: Date): Promise<PersonCounts> {
  const { rows } = await db.execute<PersonCounts>(sql`
    SELECT of_apps.*, of_votes.*, received.*, of_sessions.*,
      (SELECT count(*) FROM reports WHERE reported_by = ${id})::int AS made,
      (SELECT count(*) FROM taken_votes JOIN takebacks ON takebacks.id = takeback_id
        WHERE user_id = ${id} AND account_id IS NULL)::int AS "takenWithGroups"
    FROM (
      SELECT (count(*) FILTER (WHERE status = 'approved'))::int AS approved,
        (count(*) FILTER (WHERE status = 'pending'))::int AS pending,
        (count(*) FILTER (WHERE status = 'rejected'))::int AS rejected
      FROM apps WHERE submitted_by = ${id}
    ) AS of_apps, (
      SELECT (count(*) FILTER (WHERE vote_type = 'up'))::int AS up,
        (count(*) FILTER (WHERE vote_type = 'down'))::int AS down
      FROM votes WHERE user_id = ${id}
    ) AS of_votes, (
      SELECT count(*)::int AS received,
        (count(*) FILTER (WHERE reports.status = 'pending'))::int AS "receivedOpen"
      FROM reports JOIN apps ON apps.id = reports.app_id WHERE apps.submitted_by = ${id}
    ) AS received, (
      SELECT (count(*) FILTER (WHERE ${isLive(now)}))::int AS sessions,
        (extract(epoch FROM max(last_seen_at)) * 1000)::float8 AS "lastSeenMs"
      FROM sessions JOIN users ON users.id = sessions.user_id WHERE user_id = ${id}
    ) AS of_sessions`);
  return one(rows);
}

export async function readPerson(db: Db, id: string, now: Date): Promise<PersonPage> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  if (!user) throw new Refusal('user_not_found');
  const suspension = await readSuspension(db, user);
  const { approved, pending, rejected, up, down, made, received, receivedOpen, sessions, ...counts } =
    await countOwnedRows(db, user, now);
  const { takenWithGroups, lastSeenMs } = counts;
  const lastSeen = Math.max(lastSeenMs ?? 0, user.durationsSentAt?.getTime() ?? 0);
  return {
    user: presentAdminUser(user),
    isEmailVerified: user.emailVerifiedAt !== null,
    hasPassword: user.passwordHash !== null,
    linkedProviders: linkedProvidersOf(user),
    lastSeenAt: lastSeen === 0 ? null : new Date(lastSeen).toISOString(),
    sessions: suspension ? 0 : sessions,
    suspension,
    apps: { approved, pending, rejected },
    votes: { up, down },
    takebacks: await listAccountTakebacks(db, user.id),
    takenWithGroups,
    reports: { made, received, receivedOpen },
  };
}
