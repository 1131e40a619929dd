import { eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { type UserRow, users } from '../db/schema/users.table.ts';
import { Refusal } from './refusal.ts';
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
