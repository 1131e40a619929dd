import { eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { type UserRow, users } from '../db/schema/users.table.ts';
import { sessions } from '../db/schema/sessions.table.ts';
import { Refusal } from '../http/refusal.ts';
import { isSuspended, sessionSuspended } from './suspension.ts';

/** Returns the account. Rejects with `unauthorized` or `session_suspended` if the account has been deleted or suspended since. */
export async function lockMember(
  tx: Db,
  id: string,
  strength: 'share' | 'no key update' = 'no key update',
): Promise<UserRow> {
  const [person] = await tx.select().from(users).where(eq(users.id, id)).for(strength);
  if (!person) throw new Refusal('unauthorized');
  if (isSuspended(person)) throw sessionSuspended(person);
  return person;
}

/** Rejects with `unauthorized` if the session has ended: an ended session must not leave a change behind. */
export async function lockSession(tx: Db, sid: string | undefined): Promise<void> {
  const isThis = eq(sessions.sid, sid ?? '');
  const [session] = await tx.select({ sid: sessions.sid }).from(sessions).where(isThis).for('share');
  if (!session) throw new Refusal('unauthorized');
}

/** Locks the member, then the session. Rejects as `lockMember` and `lockSession` do. */
export async function lockMemberIn(
  tx: Db,
  { userId, sid }: { userId: string; sid: string | undefined },
): Promise<UserRow> {
  const person = await lockMember(tx, userId);
  await lockSession(tx, sid);
  return person;
}
