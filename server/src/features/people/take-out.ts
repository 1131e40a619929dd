import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { type Stamp, recordActions } from '../audit-log/audit-log.ts';

/**
 * Takes the approved apps of somebody who is suspended out of the deck, each written down, and returns how many. They are
 * pending, so that they stand in the queue once the suspension is lifted. The person is locked before.
 */
export async function takeOutApps(tx: Db, personId: string, stamp: Stamp): Promise<number> {
  const isShown = and(eq(apps.submittedBy, personId), eq(apps.status, 'approved'));
  // In the order of their ids, as all who lock many.
  await tx.select({ id: apps.id }).from(apps).where(isShown).orderBy(apps.id).for('no key update');
  const taken = await tx
    .update(apps)
    .set({ status: 'pending', heldAt: stamp.now, reviewedAt: null, updatedAt: stamp.now })
    .where(isShown)
    .returning({ id: apps.id });
  await recordActions(
    tx,
    stamp,
    taken.map(({ id }) => ({
      action: 'app.held',
      targetId: id,
      before: { status: 'approved', heldAt: null },
      after: { status: 'pending', heldAt: stamp.now.toISOString(), cause: 'suspension' },
    })),
  );
  return taken.length;
}
