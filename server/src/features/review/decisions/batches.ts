import { UNDO_MS } from '@zapdeck/contract/moderation/decisions';
import { and, eq } from 'drizzle-orm';
import { type Db, WORK_TIMEOUT_MS } from '../../../db/client.ts';
import { decisionBatches } from '../../../db/schema/decisions.table.ts';

export const UNDO_GRACE_MS = 1_000;

const after = (moment: Date, ms: number) => new Date(moment.getTime() + ms);

interface StoredBatch {
  id: string;
  moderatorId: string;
  storedAt: Date;
  /** False if more parts follow. Mails then wait for minutes, because the next part may be slow. */
  isWhole?: boolean;
  /** Time of the first part, if this batch continues a decision whose batch is closed. */
  createdAt?: Date | undefined;
}

/** Starts or restarts the undo period of a batch. */
export async function storeBatch(
  tx: Db,
  { id, moderatorId, storedAt, isWhole = true, createdAt = storedAt }: StoredBatch,
): Promise<void> {
  const undoableUntil = after(storedAt, isWhole ? UNDO_MS : WORK_TIMEOUT_MS);
  await tx
    .insert(decisionBatches)
    .values({ id, moderatorId, undoableUntil, createdAt })
    .onConflictDoUpdate({ target: decisionBatches.id, set: { undoableUntil } });
}

/** Returns the moderator's batch. It is open while it can be undone. */
export async function findBatch(
  db: Db,
  { id, moderatorId, now }: { id: string; moderatorId: string; now: Date },
): Promise<{ id: string; createdAt: Date; isOpen: boolean } | undefined> {
  const [batch] = await db
    .select()
    .from(decisionBatches)
    .where(and(eq(decisionBatches.id, id), eq(decisionBatches.moderatorId, moderatorId)));
  return (
    batch && {
      id: batch.id,
      createdAt: batch.createdAt,
      isOpen: batch.undoableUntil >= after(now, -UNDO_GRACE_MS),
    }
  );
}
