import { UNDO_MS } from '@zapdeck/contract/moderation/decisions';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '../../db/client.ts';
import { decisionBatches } from '../../db/schema/decisions.table.ts';
import { PutOff } from '../../jobs/job.ts';

const GRACE_MS = 2_000;

export const MAIL_DELAY_MS = UNDO_MS + GRACE_MS;

export const batchOfMail = { batchId: z.optional(z.nullable(z.uuid())) };

/** Throws `PutOff` while the decision can be undone, which postpones the job. */
export async function waitForUndo(db: Db, batchId: string | null | undefined, now: Date): Promise<void> {
  if (batchId == null) return;
  const [batch] = await db
    .select({ until: decisionBatches.undoableUntil })
    .from(decisionBatches)
    .where(eq(decisionBatches.id, batchId));
  const waitMs = batch ? batch.until.getTime() + GRACE_MS - now.getTime() : 0;
  // At most one period at a time, because a batch may end early.
  if (waitMs > 0) throw new PutOff(Math.ceil(Math.min(waitMs, MAIL_DELAY_MS) / 1_000));
}
