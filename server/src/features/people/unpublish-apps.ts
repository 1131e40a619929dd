import type { HoldCause } from '@zapdeck/contract/moderation/hold-causes';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { lockBudgets } from '../../db/lock-budgets.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { type Stamp, recordActions } from '../audit-log/audit-log.ts';

/** Returns the number of apps. The caller locks the user. */
export async function unpublishApps(tx: Db, personId: string, stamp: Stamp): Promise<number> {
  const cause: HoldCause = { code: 'suspension' };
  const isShown = and(eq(apps.submittedBy, personId), eq(apps.status, 'approved'));
  const shown = await tx
    .select({ id: apps.id })
    .from(apps)
    .where(isShown)
    .orderBy(apps.id)
    .for('no key update');
  await lockBudgets(
    tx,
    shown.map(({ id }) => id),
  );
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
      appId: id,
      before: { status: 'approved', heldAt: null },
      after: { status: 'pending', heldAt: stamp.now.toISOString(), cause },
    })),
  );
  return taken.length;
}
