import { Refusal } from '../../http/refusal.ts';

/** Refuses with `session_changed` the batch of somebody else than whose session it came with. */
export function refuseForeign(batch: { userId?: string | undefined }, userId: string): void {
  if (batch.userId !== undefined && batch.userId.toLowerCase() !== userId)
    throw new Refusal('session_changed');
}
