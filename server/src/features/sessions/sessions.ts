import type { SessionEntry } from '@zapdeck/contract/sign-in/sessions';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { sessions } from '../../db/schema/sessions.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { lockAdmin } from '../../accounts/locks.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Client, recordSecurityEvent } from '../../accounts/security-events.ts';
import { isLive } from '../../accounts/session.ts';
import { endSessionOf, lockUser } from '../../accounts/session-changes.ts';
import { recordAction } from '../audit-log/audit-log.ts';
import { lockPerson } from '../people/lock-person.ts';
import { lettersOf } from '../security-log/security-log.ts';

interface SessionViewer {
  sid: string | undefined;
  now: Date;
}

/** Lists unexpired sessions: the viewer's first, then the most recently used. A suspended user has none. */
export async function listSessions(
  db: Db,
  userId: string,
  { sid, now }: SessionViewer,
): Promise<SessionEntry[]> {
  const rows = await db
    .select({ session: sessions })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.userId, userId), isLive(now), isNull(users.suspendedAt)))
    .orderBy(desc(eq(sessions.sid, sid ?? '')), desc(sessions.lastSeenAt), sessions.id);
  const letters = await lettersOf(db, userId);
  return rows.map(({ session: { id, device, network, createdAt, lastSeenAt, ...session } }) => ({
    id,
    isThis: session.sid === sid,
    device,
    network: letters(network),
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }));
}

/** Ends a session and returns its token hash. Rejects with `session_not_found`, also for sessions of others. */
export async function endOwnSession(
  db: Db,
  { userId, id, request, now }: { userId: string; id: string; request: Client; now: Date },
): Promise<string> {
  return inTransaction(db, async (tx) => {
    if (!(await lockUser(tx, userId))) throw new Refusal('unauthorized');
    const ended = await endSessionOf(tx, userId, id);
    const details = { device: ended.device };
    await recordSecurityEvent(tx, { userId, event: 'session_ended', request, details, now });
    return ended.sid;
  });
}

/** Ends another person's session. Rejects with `own_account`, `session_not_found` or `forbidden`. */
export async function endPersonSession(
  db: Db,
  { id, adminId, now }: { id: string; adminId: string; now: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [found] = await tx.select({ userId: sessions.userId }).from(sessions).where(eq(sessions.id, id));
    if (!found) {
      await lockAdmin(tx, { id: adminId });
      throw new Refusal('session_not_found');
    }
    const person = await lockPerson(tx, adminId, found.userId);
    if (person.id === adminId) throw new Refusal('own_account');
    const { device } = await endSessionOf(tx, person.id, id);
    const details = { by: 'admin', device } as const;
    await recordSecurityEvent(tx, { userId: person.id, event: 'session_ended', details, now });
    await recordAction(
      tx,
      { actorId: adminId, now },
      {
        action: 'user.sessions_ended',
        targetId: person.id,
        before: { sessions: 1 },
        after: { sessions: 0 },
      },
    );
  });
}
