import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { Refusal } from '../../http/refusal.ts';
import { lockEditorAndUser } from '../users/admin-users.ts';

/** Null for the command line, which needs no role. */
export type ModeratorId = string | null;

/**
 * Locks the rows of the user and the moderator, in the order of their ids. Rejects with `user_not_found`, and with
 * `forbidden` if the moderator has lost the role.
 */
export async function lockPerson(
  tx: Db,
  moderatorId: ModeratorId,
  id: string,
  strength: 'no key update' | 'update' = 'no key update',
): Promise<UserRow> {
  if (moderatorId !== null) return (await lockEditorAndUser(tx, moderatorId, id, strength)).edited;
  const [person] = await tx.select().from(users).where(eq(users.id, id)).for(strength);
  if (!person) throw new Refusal('user_not_found');
  return person;
}
