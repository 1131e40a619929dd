import '@fastify/cookie';
import { randomBytes } from 'node:crypto';
import type { ProviderId } from '@zapdeck/contract/sign-in/providers';
import { and, asc, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import { newId } from '../db/columns.ts';
import type { Db } from '../db/client.ts';
import { inTransaction } from '../db/transaction.ts';
import { sessions } from '../db/schema/sessions.table.ts';
import { type UserRow, users } from '../db/schema/users.table.ts';
import { storedLanguage } from '../languages/shown-language.ts';
import { deleteGuest } from './guests.ts';
import { rememberDevice } from './devices.ts';
import { keepLanguage } from '../http/language.ts';
import { Refusal } from '../http/refusal.ts';
import { describeClient } from './security-events.ts';
import { kindOf, lifetimes, type Proof, type SessionCookie, sidOf, withSessionRole } from './session.ts';
import { refuseSuspended } from './account-state.ts';
import { pendingEmails } from '../db/schema/email-changes.table.ts';

const TOKEN_BYTES = 32;
/** Sessions per user. A further sign-in ends the session that was unused for longest. */
export const SESSIONS_MAX = 100;

const started = new WeakMap<FastifyReply, string>();

export const startedFor = (reply: FastifyReply): string | undefined => started.get(reply);

export interface Browser {
  reply: FastifyReply;
  cookie: SessionCookie;
  sid: string | undefined;
  now: Date;
  /** Default: the owner has just proved their identity without a second factor. */
  proof?: Proof;
}

/** Deletes sessions in the same order as `noteLogPosition`, to prevent deadlocks. */
function deleteInOrder(db: Db, condition: SQL | undefined) {
  const inOrder = db
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(condition)
    .orderBy(asc(sessions.sid))
    .for('update');
  return db.delete(sessions).where(inArray(sessions.sid, inOrder));
}

async function deleteSession(db: Db, sid: string): Promise<{ id: string; userId: string } | undefined> {
  const [ended] = await db
    .delete(sessions)
    .where(eq(sessions.sid, sid))
    .returning({ id: sessions.id, userId: sessions.userId });
  if (ended) await inTransaction(db, (tx) => deleteGuest(tx, ended.userId));
  return ended;
}

async function endSurplusSessions(tx: Db, userId: string): Promise<void> {
  const surplus = tx
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .offset(SESSIONS_MAX - 1);
  await deleteInOrder(tx, inArray(sessions.sid, surplus));
}

/**
 * Starts a session. `work` must lock the user’s row, so that a concurrent change of role ends the session. Replacing a
 * session of the same user keeps its id and its count of wrong codes. Rejects with `suspended`.
 */
export async function startSession(
  db: Db,
  { reply, cookie, sid, now, proof = { provedAt: now, hasFactor: false } }: Browser,
  work: (tx: Db) => Promise<UserRow>,
): Promise<UserRow> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const { user, id } = await inTransaction(db, async (tx) => {
    const owner = await work(tx);
    refuseSuspended(owner);
    const replaced = sid === undefined ? undefined : await deleteSession(tx, sid);
    if (!owner.isGuest) await endSurplusSessions(tx, owner.id);
    const expire = new Date(now.getTime() + lifetimes[kindOf(owner)].totalMs);
    const client = owner.isGuest ? undefined : await describeClient(tx, reply.request);
    const sessionId = replaced?.userId === owner.id ? replaced.id : newId();
    await tx.insert(sessions).values({
      sid: sidOf(token),
      id: sessionId,
      userId: owner.id,
      createdAt: now,
      lastSeenAt: now,
      expire,
      ...client,
      ...proof,
    });
    return { user: owner, id: sessionId };
  });
  started.set(reply, user.id);
  reply.setCookie(cookie.name, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: cookie.isSecure,
    maxAge: lifetimes[kindOf(user)].totalMs / 1000,
  });
  const language = storedLanguage(user.language);
  if (language) keepLanguage(reply, language, cookie.isSecure);
  rememberDevice(reply, user, { deviceId: id, isSecure: cookie.isSecure });
  return withSessionRole(user, proof.isFromPlatform);
}

/** Stores a proof of identity, if the session has not ended. */
export async function storeProof(db: Db, sid: string, proof: Partial<Proof>): Promise<void> {
  await db.update(sessions).set(proof).where(eq(sessions.sid, sid));
}

/** Deletes proofs after a factor was removed. Session `sid` keeps its proof if factors are left. Lock the user first. */
export async function forgetRemovedFactor(tx: Db, userId: string, sid: string): Promise<void> {
  const inOrder = tx
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.sid))
    .for('update');
  const isThis = eq(sessions.sid, sid);
  await tx
    .update(sessions)
    .set({
      provedAt: sql`CASE WHEN ${isThis} THEN ${sessions.provedAt} END`,
      hasFactor: sql`${isThis} AND ${sessions.hasFactor} AND ${users.hasFactor}`,
    })
    .from(users)
    .where(and(eq(users.id, sessions.userId), inArray(sessions.sid, inOrder)));
}

export function clearSessionCookie(reply: FastifyReply, cookie: SessionCookie): void {
  reply.clearCookie(cookie.name, { path: '/', httpOnly: true, sameSite: 'lax', secure: cookie.isSecure });
}

export async function endSession(
  db: Db,
  reply: FastifyReply,
  cookie: SessionCookie,
  sid: string,
): Promise<void> {
  await deleteSession(db, sid);
  clearSessionCookie(reply, cookie);
}

/** Ends a session by its public id and revokes email changes. Lock the user first. Rejects with `session_not_found`. */
export async function endSessionOf(
  tx: Db,
  userId: string,
  id: string,
): Promise<Pick<typeof sessions.$inferSelect, 'sid' | 'device'>> {
  const isTheirs = and(eq(sessions.id, id), eq(sessions.userId, userId));
  const [ended] = await deleteInOrder(tx, isTheirs).returning({ sid: sessions.sid, device: sessions.device });
  if (!ended) throw new Refusal('session_not_found');
  await revokeEmailChanges(tx, userId);
  return ended;
}

/** Ends all sessions and returns their number. Also revokes a pending email change, which one of them requested. */
export async function endSessionsOf(db: Db, userId: string): Promise<number> {
  const { rowCount } = await deleteInOrder(db, eq(sessions.userId, userId));
  await revokeEmailChanges(db, userId);
  return rowCount ?? 0;
}

/** Ends sessions that the provider started, and returns their ids. Revokes pending email changes of the account. */
export async function endSessionsFrom(tx: Db, userId: string, provider: ProviderId): Promise<string[]> {
  const isFrom = { google: sessions.isFromGoogle, platform: sessions.isFromPlatform }[provider];
  const ended = await deleteInOrder(tx, and(eq(sessions.userId, userId), isFrom)).returning({
    sid: sessions.sid,
  });
  await revokeEmailChanges(tx, userId);
  return ended.map(({ sid }) => sid);
}

export async function endAllSessions(db: Db): Promise<number> {
  const { rowCount } = await deleteInOrder(db, undefined);
  return rowCount ?? 0;
}

export async function endOtherSessions(db: Db, userId: string, kept: string | undefined): Promise<void> {
  const others = kept === undefined ? undefined : ne(sessions.sid, kept);
  await deleteInOrder(db, and(eq(sessions.userId, userId), others));
  await revokeEmailChanges(db, userId);
}

/** Ends all other sessions and returns their number. Rejects with `unauthorized` if session `sid` has ended. */
export async function leaveOneOf(tx: Db, userId: string, sid: string | undefined): Promise<number> {
  const all = await tx
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.sid))
    .for('update');
  if (!all.some((session) => session.sid === sid)) throw new Refusal('unauthorized');
  await endOtherSessions(tx, userId, sid);
  return all.length - 1;
}

export async function lockUser(tx: Db, userId: string): Promise<UserRow | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('share');
  return user;
}

/** Invalidates links to new addresses. The rows stay until their mails in files are deleted. */
export async function revokeEmailChanges(db: Db, userId: string): Promise<void> {
  await db
    .update(pendingEmails)
    .set({ tokenHash: null, expiresAt: sql`${pendingEmails.createdAt}` })
    .where(eq(pendingEmails.userId, userId));
}
