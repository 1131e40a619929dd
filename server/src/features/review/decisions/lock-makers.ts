import { inArray, or, eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { users } from '../../../db/schema/users.table.ts';
import { waitForLocks } from '../../../db/row-locks.ts';
import { lockModerator, type Moderator } from '../../../accounts/locks.ts';
import { readOfSuspended } from '../queue/waiting-apps.ts';

/** Locks users by id and before apps, as a suspension does. Returns the ids of apps with suspended makers. */
export async function lockModeratorAndMakers(
  tx: Db,
  moderator: Moderator,
  appIds: readonly string[],
): Promise<Set<string>> {
  await waitForLocks(tx);
  const makers = tx.select({ id: apps.submittedBy }).from(apps).where(isOneOf(apps.id, appIds));
  await tx
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.id, moderator.id), inArray(users.id, makers)))
    .orderBy(users.id)
    .for('share');
  await lockModerator(tx, moderator);
  return readOfSuspended(tx, appIds);
}
