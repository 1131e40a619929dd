import '@fastify/cookie';
import { hash } from 'node:crypto';
import { PROOF_LASTS_MS } from '@zapdeck/contract/sign-in/proof';
import { canModerate } from '@zapdeck/contract/accounts/roles';
import type { Scope } from '@zapdeck/contract/accounts/scopes';
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Instance } from '@zapdeck/contract/instance/instance';
import type { Db } from '../db/client.ts';
import { type LogPosition, END_OF_LOG } from '../db/log-position.ts';
import { sharedRead } from '../db/shared-reads.ts';
import { sessions } from '../db/schema/sessions.table.ts';
import { type UserRow, users } from '../db/schema/users.table.ts';
import { isSuspended } from './account-state.ts';
import { run } from '../db/statement.ts';

interface RoleHolder extends UserRow {
  lacksClaimedRole?: boolean;
}

/** Returns the user with the session's role. A claimed role counts only in sessions with the claim's provider. */
export function withSessionRole(user: UserRow, isFromPlatform = false): RoleHolder {
  if (isFromPlatform || user.role === user.givenRole) return user;
  return { ...user, role: user.givenRole, isAdmin: user.givenRole === 'admin', lacksClaimedRole: true };
}

export interface SessionUser extends RoleHolder {
  /** Why rights of the role are missing: the account has no second factor, or the session has not used it. */
  missingFactor?: 'enrol' | 'confirm';
}

/** Gives the owner the rights of the session. Without a required second factor, moderators and admins are members. */
export function withholdRole(
  owner: UserRow,
  { hasFactor, isFromPlatform = false }: Pick<Proof, 'hasFactor' | 'isFromPlatform'>,
  { requireFactor }: Pick<Instance, 'requireFactor'>,
): SessionUser {
  const user = withSessionRole(owner, isFromPlatform);
  const isEnough = hasFactor && (user.hasFactor || isFromPlatform);
  const isNeeded = canModerate(user) && (user.hasFactor || requireFactor);
  if (!isNeeded || isEnough) return user;
  const missingFactor = user.hasFactor ? 'confirm' : 'enrol';
  return { ...user, role: 'member', isAdmin: false, missingFactor };
}

/**
 * Locks rows in key order, because two nodes may note writes of one user. Deletions lock sessions before tokens, so each
 * table has its own statement.
 */
const noteAll = sharedRead(async (db, userIds: readonly string[]) => {
  const values = [[...new Set(userIds)]];
  const owned = 'WHERE user_id = ANY ($1::uuid[])';
  for (const [table, key] of [
    ['sessions', 'sid'],
    ['api_tokens', 'id'],
  ])
    await run(db, {
      text: `UPDATE ${table} SET log_position = ${END_OF_LOG}
        WHERE ${key} IN (SELECT ${key} FROM ${table} ${owned} ORDER BY ${key} FOR NO KEY UPDATE)`,
      values,
    });
  return userIds;
});

/** Makes the user's next reads use a database that has reached this position, in all sessions and with all tokens. */
export async function noteLogPosition(db: Db, userId: string): Promise<void> {
  await noteAll(db, userId);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type Kind = 'guest' | 'user' | 'admin';

export const lifetimes: Readonly<Record<Kind, { totalMs: number; idleMs: number }>> = {
  guest: { totalMs: 30 * DAY_MS, idleMs: DAY_MS },
  user: { totalMs: 30 * DAY_MS, idleMs: 7 * DAY_MS },
  admin: { totalMs: 12 * HOUR_MS, idleMs: HOUR_MS },
};
/** Minimum interval between two updates of the last use, so that reading the feed rarely writes. */
const TOUCH_MS = MINUTE_MS;

export interface SessionCookie {
  name: string;
  isSecure: boolean;
}

/** Returns the session cookie. On https, its name has the prefix that binds it to the host. */
export function sessionCookie(publicUrl: string): SessionCookie {
  const isSecure = publicUrl.startsWith('https:');
  return { name: isSecure ? '__Host-sid' : 'sid', isSecure };
}

export function kindOf(user: Pick<UserRow, 'role' | 'isGuest'>): Kind {
  if (user.isGuest) return 'guest';
  return canModerate(user) ? 'admin' : 'user';
}

/** SQL condition: the session has not expired. Needs the joined `users`. */
export function isLive(now: Date): SQL {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const isUsed = (kind: Kind) =>
    and(
      gt(sessions.createdAt, before(lifetimes[kind].totalMs)),
      gt(sessions.lastSeenAt, before(lifetimes[kind].idleMs)),
    );
  return sql`(${gt(sessions.expire, now)} AND CASE WHEN ${users.isGuest} THEN ${isUsed('guest')}
    WHEN ${users.role} <> 'member' THEN ${isUsed('admin')} ELSE ${isUsed('user')} END)`;
}

export function sidOf(token: string): string {
  return hash('sha256', token);
}

export function sidIn({ cookies }: FastifyRequest, cookie: SessionCookie): string | undefined {
  const token = cookies[cookie.name];
  return token ? sidOf(token) : undefined;
}

export interface Proof {
  provedAt: Date | null;
  /** True if the owner also used a second factor. */
  hasFactor: boolean;
  isFromPlatform?: boolean;
  isFromGoogle?: boolean;
}

/** Returns true if the last proof still counts. With a second factor, only a proof that used it counts. */
export function isProved(
  { user, provedAt, hasFactor }: Proof & { user: Pick<UserRow, 'hasFactor'> },
  now: Date,
): boolean {
  const isRecent = provedAt !== null && now.getTime() - provedAt.getTime() < PROOF_LASTS_MS;
  return isRecent && (hasFactor || !user.hasFactor);
}

export interface SignedIn extends Proof {
  sid: string | undefined;
  /** Public id, which survives a renewal of the cookie. Undefined with an API token. */
  sessionId: string | undefined;
  user: SessionUser;
  scopes?: readonly Scope[];
  logPosition: LogPosition | null;
}

/** Looks up each key separately, because PostgreSQL would scan a small table for `= ANY`. */
function prepareSessionQuery(db: Db) {
  const session = db.select().from(sessions).where(eq(sessions.sid, sql`asked.sid`)).limit(1).as('session');
  return db
    .select({
      sid: session.sid,
      sessionId: session.id,
      user: users,
      createdAt: session.createdAt,
      lastSeenAt: session.lastSeenAt,
      expire: session.expire,
      provedAt: session.provedAt,
      hasFactor: session.hasFactor,
      logPosition: session.logPosition,
      isFromPlatform: session.isFromPlatform,
      isFromGoogle: session.isFromGoogle,
    })
    .from(sql`unnest((SELECT ${sql.placeholder('sids')}::text[])) AS asked (sid)`)
    .crossJoinLateral(session)
    .innerJoin(users, eq(users.id, session.userId))
    .prepare('read_sessions');
}

const sessionQueries = new WeakMap<Db, ReturnType<typeof prepareSessionQuery>>();

function sessionQuery(db: Db): ReturnType<typeof prepareSessionQuery> {
  const query = sessionQueries.get(db) ?? prepareSessionQuery(db);
  sessionQueries.set(db, query);
  return query;
}

const findSession = sharedRead(async (db, sids: readonly string[]) => {
  const rows = await sessionQuery(db).execute({ sids: [...new Set(sids)] });
  const bySid = new Map(rows.map((row) => [row.sid, row]));
  return sids.map((sid) => bySid.get(sid));
});

interface SessionDeps {
  db: Db;
  cookie: SessionCookie;
  instance: () => Instance;
}

/** Reads the session. Reads roles and suspensions on every request, so that changes take effect at once. */
export async function readSession(
  { db, cookie, instance }: SessionDeps,
  request: FastifyRequest,
  now: Date,
): Promise<SignedIn | null> {
  const sid = sidIn(request, cookie);
  if (sid === undefined) return null;
  const row = await findSession(db, sid);
  if (!row) return null;
  const { totalMs, idleMs } = lifetimes[kindOf(row.user)];
  const endsAt = Math.min(
    row.expire.getTime(),
    row.createdAt.getTime() + totalMs,
    row.lastSeenAt.getTime() + idleMs,
  );
  if (now.getTime() >= endsAt) return null;
  if (now.getTime() - row.lastSeenAt.getTime() >= TOUCH_MS && !isSuspended(row.user)) {
    await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.sid, sid));
  }
  const { sessionId, provedAt, hasFactor, isFromPlatform, isFromGoogle, logPosition } = row;
  const user = withholdRole(row.user, { hasFactor, isFromPlatform }, instance());
  return { sid, sessionId, user, provedAt, hasFactor, isFromPlatform, isFromGoogle, logPosition };
}

/** Returns true if the browser shows screens instead of pages for visitors. */
export async function isSignedIn(
  deps: SessionDeps & { clock: () => Date },
  request: FastifyRequest,
): Promise<boolean> {
  const session = await readSession(deps, request, deps.clock());
  return session !== null && !isSuspended(session.user);
}
