import { eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { waitForLocks } from '../db/wait-for-locks.ts';
import { type UserRow, users } from '../db/schema/users.table.ts';
import { Refusal } from './refusal.ts';

export type Moderator = Pick<UserRow, 'id'>;

/** Locks users before apps, as everywhere. Rejects with `forbidden` if the admin lost the role or was suspended. */
export async function lockAdmin(tx: Db, { id }: Moderator): Promise<void> {
  const [admin] = await tx
    .select({ isAdmin: users.isAdmin, suspendedAt: users.suspendedAt })
    .from(users)
    .where(eq(users.id, id))
    .for('share');
  if (!admin?.isAdmin || admin.suspendedAt) throw new Refusal('forbidden');
}

/** Suits work that may then wait for many apps. */
export async function lockAdminPatiently(tx: Db, moderator: Moderator): Promise<void> {
  await waitForLocks(tx);
  await lockAdmin(tx, moderator);
}
