import { UNDO_MS } from '@zapdeck/contract/decisions';
import { and, eq, gte } from 'drizzle-orm';
import { type Db, WORK_TIMEOUT_MS } from '../../../db/client.ts';
import { decisionBatches } from '../../../db/schema/decisions.table.ts';

/** An undo that was sent in time may arrive a little later. */
export const UNDO_GRACE_MS = 1_000;

const after = (moment: Date, ms: number) => new Date(moment.getTime() + ms);

export async function storeBatch(
  tx: Db,
  { id, moderatorId, storedAt }: { id: string; moderatorId: string; storedAt: Date },
): Promise<void> {
  const undoableUntil = after(storedAt, UNDO_MS);
  await tx
    .insert(decisionBatches)
    .values({ id, moderatorId, undoableUntil, createdAt: storedAt })
    .onConflictDoUpdate({ target: decisionBatches.id, set: { undoableUntil } });
}

/**
 * Extends the undo period while a part of the batch is stored, outside of its transaction. Returns false if the moderator
 * cannot undo the batch.
 */
export async function holdBatchOpen(
  db: Db,
  { id, moderatorId, now }: { id: string; moderatorId: string; now: Date },
): Promise<boolean> {
  const isOpen = gte(decisionBatches.undoableUntil, after(now, -UNDO_GRACE_MS));
  const held = await db
    .update(decisionBatches)
    .set({ undoableUntil: after(now, WORK_TIMEOUT_MS) })
    .where(and(eq(decisionBatches.id, id), eq(decisionBatches.moderatorId, moderatorId), isOpen))
    .returning({ id: decisionBatches.id });
  return held.length > 0;
}
