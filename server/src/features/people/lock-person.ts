import { message } from '@zapdeck/contract/wire/message';
import type { Role } from '@zapdeck/contract/accounts/roles';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { isChangedByDeletion, type UserRow, users } from '../../db/schema/users.table.ts';
import { Refusal } from '../../http/refusal.ts';
import { lockEditorAndUser } from '../users/admin-users.ts';

/** Null for the command line, which needs no role. */
export type ModeratorId = string | null;

type Strength = 'no key update' | 'update';

/** Locks user and admin by id. Rejects with `user_not_found`, or `forbidden` if the admin has lost the role. */
export async function lockPerson(
  tx: Db,
  adminId: ModeratorId,
  id: string,
  strength: Strength = 'no key update',
): Promise<UserRow> {
  if (adminId !== null) return (await lockEditorAndUser(tx, adminId, id, { strength })).edited;
  const isLocked = strength === 'update' ? isChangedByDeletion(id) : eq(users.id, id);
  const rows = await tx.select().from(users).where(isLocked).orderBy(users.id).for(strength);
  const person = rows.find((row) => row.id === id);
  if (!person) throw new Refusal('user_not_found');
  return person;
}

export interface Editor {
  moderatorId: ModeratorId;
  /** Role of the session, which can be lower than the account's role. */
  role: Role;
}

/** Works like `lockPerson` for moderators. Rejects with `forbidden` if they act on moderators or admins. */
export async function lockModerated(
  tx: Db,
  { moderatorId, role }: Editor,
  id: string,
  strength: Strength = 'no key update',
): Promise<UserRow> {
  if (moderatorId === null) return lockPerson(tx, moderatorId, id, strength);
  const { editor, edited } = await lockEditorAndUser(tx, moderatorId, id, { strength, needed: 'moderator' });
  const isAdmin = role === 'admin' && editor.role === 'admin';
  if (!isAdmin && edited.role !== 'member' && edited.id !== editor.id)
    throw new Refusal('forbidden', {
      message: message('Only admins can suspend moderators and admins, and lift their suspension.'),
    });
  return edited;
}
