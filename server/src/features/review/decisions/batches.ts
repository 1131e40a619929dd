import { UNDO_MS } from '@zapdeck/contract/decisions';
import { and, eq, gte } from 'drizzle-orm';
import { type Db, WORK_TIMEOUT_MS } from '../../../db/client.ts';
import { decisionBatches } from '../../../db/schema/decisions.table.ts';

/** An undo that was sent in time may arrive a little later. */
export const UNDO_GRACE_MS = 1_000;

const after = (moment: Date, ms: number) => new Date(moment.getTime() + ms);

interface StoredBatch {
  id: string;
  moderatorId: string;
  storedAt: Date;
  /** False if more parts follow. Then mails wait for minutes, because the next part may be slow. */
  isWhole?: boolean;
}

/** Starts the undo period of a batch, or starts it again. */
export async function storeBatch(
  tx: Db,
  { id, moderatorId, storedAt, isWhole = true }: StoredBatch,
): Promise<void> {
  const undoableUntil = after(storedAt, isWhole ? UNDO_MS : WORK_TIMEOUT_MS);
  await tx
    .insert(decisionBatches)
    .values({ id, moderatorId, undoableUntil, createdAt: storedAt })
    .onConflictDoUpdate({ target: decisionBatches.id, set: { undoableUntil } });
}

/** Returns the batch if its moderator can still undo it. */
export async function findOpenBatch(
  db: Db,
  { id, moderatorId, now }: { id: string; moderatorId: string; now: Date },
): Promise<{ id: string; createdAt: Date } | undefined> {
  const isOpen = gte(decisionBatches.undoableUntil, after(now, -UNDO_GRACE_MS));
  const [batch] = await db
    .select({ id: decisionBatches.id, createdAt: decisionBatches.createdAt })
    .from(decisionBatches)
    .where(and(eq(decisionBatches.id, id), eq(decisionBatches.moderatorId, moderatorId), isOpen));
  return batch;
}
