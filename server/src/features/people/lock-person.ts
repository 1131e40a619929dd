import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { Refusal } from '../../http/refusal.ts';
import { lockBoth } from '../users/admin-users.ts';

/** Who does it; null: the command line, which needs no role. */
export type ModeratorId = string | null;

/**
 * Locks somebody, and before that or behind it, by their ids, the admin who does something to them. Refuses with
 * `user_not_found`, and with `forbidden` who is no admin any more.
 */
export async function lockPerson(
  tx: Db,
  moderatorId: ModeratorId,
  id: string,
  strength: 'no key update' | 'update' = 'no key update',
): Promise<UserRow> {
  if (moderatorId !== null) return (await lockBoth(tx, moderatorId, id, strength)).edited;
  const [person] = await tx.select().from(users).where(eq(users.id, id)).for(strength);
  if (!person) throw new Refusal('user_not_found');
  return person;
}
