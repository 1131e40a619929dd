import '@fastify/cookie';
import { createHash, randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../db/client.ts';
import { sessions } from '../features/auth/sessions.table.ts';
import { type UserRow, users } from '../features/users/users.table.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type Kind = 'guest' | 'user' | 'admin';

/** How long a session lives at most, and how long unused. */
const lifetimes: Readonly<Record<Kind, { totalMs: number; idleMs: number }>> = {
  guest: { totalMs: 30 * DAY_MS, idleMs: DAY_MS },
  user: { totalMs: 30 * DAY_MS, idleMs: 7 * DAY_MS },
  admin: { totalMs: 12 * HOUR_MS, idleMs: HOUR_MS },
};
/** Use is noted this often at most, so that reading the feed does not write. */
const TOUCH_MS = MINUTE_MS;

const TOKEN_BYTES = 32;

export interface SessionCookie {
  name: string;
  isSecure: boolean;
}

/** The cookie's name: bound to our host wherever the browser can hold it to that, which is behind https alone. */
export function sessionCookie(publicUrl: string): SessionCookie {
  const isSecure = publicUrl.startsWith('https:');
  return { name: isSecure ? '__Host-sid' : 'sid', isSecure };
}

function kindOf(user: Pick<UserRow, 'isAdmin' | 'isGuest'>): Kind {
  if (user.isGuest) return 'guest';
  return user.isAdmin ? 'admin' : 'user';
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export interface SignedIn {
  sid: string;
  user: UserRow;
}

/**
 * The live session that the cookie names, with its user as the database knows them now, or null. Roles are read with
 * every request, so that one that was taken away is gone with the next.
 */
export async function readSession(
  db: Db,
  request: FastifyRequest,
  cookie: SessionCookie,
  now: Date,
): Promise<SignedIn | null> {
  const token = request.cookies[cookie.name];
  if (!token) return null;
  const sid = hashOf(token);
  const [row] = await db
    .select({
      user: users,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expire: sessions.expire,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.sid, sid));
  if (!row) return null;
  const { totalMs, idleMs } = lifetimes[kindOf(row.user)];
  const endsAt = Math.min(
    row.expire.getTime(),
    row.createdAt.getTime() + totalMs,
    row.lastSeenAt.getTime() + idleMs,
  );
  if (now.getTime() >= endsAt) return null;
  if (now.getTime() - row.lastSeenAt.getTime() >= TOUCH_MS) {
    await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.sid, sid));
  }
  return { sid, user: row.user };
}

/** Starts a session for the user, ends the one that was there, and hands the browser its new cookie. */
export async function startSession(
  db: Db,
  reply: FastifyReply,
  cookie: SessionCookie,
  user: Pick<UserRow, 'id' | 'isAdmin' | 'isGuest'>,
  { now, previous }: { now: Date; previous: string | undefined },
): Promise<void> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const { totalMs } = lifetimes[kindOf(user)];
  await db.insert(sessions).values({
    sid: hashOf(token),
    userId: user.id,
    createdAt: now,
    lastSeenAt: now,
    expire: new Date(now.getTime() + totalMs),
  });
  if (previous !== undefined) await db.delete(sessions).where(eq(sessions.sid, previous));
  reply.setCookie(cookie.name, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: cookie.isSecure,
    maxAge: totalMs / 1000,
  });
}

/** Ends the session and takes the cookie back. */
export async function endSession(
  db: Db,
  reply: FastifyReply,
  cookie: SessionCookie,
  sid: string,
): Promise<void> {
  await db.delete(sessions).where(eq(sessions.sid, sid));
  reply.clearCookie(cookie.name, { path: '/', httpOnly: true, sameSite: 'lax', secure: cookie.isSecure });
}

/** Signs the user out everywhere, as a changed role or password demands. */
export async function endSessionsOf(db: Db, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
}

/** Deletes sessions that are over, and guests without one; returns how many guests went. */
export async function purgeSessions(db: Db, now: Date): Promise<number> {
  const idleGuests = new Date(now.getTime() - lifetimes.guest.idleMs);
  await db.execute(sql`
    DELETE FROM sessions s USING users u
    WHERE u.id = s.user_id AND (s.expire <= ${now} OR (u.is_guest AND s.last_seen_at <= ${idleGuests}))`);
  const purged = await db.execute(sql`
    DELETE FROM users u
    WHERE u.is_guest AND u.created_at <= ${idleGuests}
      AND NOT EXISTS (SELECT FROM sessions s WHERE s.user_id = u.id)`);
  return purged.rowCount ?? 0;
}
