import { IDEMPOTENCY_KEY_HEADER } from '@zapdeck/contract/route';
import { BACK_AFTER_S, leavesOutcomeOpen } from '../db/database-away.ts';
import { watchCommits } from '../db/transaction.ts';
import { Refusal } from './refusal.ts';

/** The refusal of a write that may be stored, or that is stored and cannot be answered. */
export function outcomeUnknown(cause: unknown, key: string | undefined): Refusal {
  const again = key === undefined ? {} : { [IDEMPOTENCY_KEY_HEADER]: key };
  return new Refusal('outcome_unknown', {
    cause,
    headers: { 'retry-after': String(BACK_AFTER_S), ...again },
  });
}

/**
 * Runs work that may write. Any other error than a refusal says that nothing was stored, so it becomes `outcome_unknown`
 * after a commit, and when the connection was cut during a statement that may have been one.
 */
export async function untilStored<Result>(
  work: () => Promise<Result>,
  key: string | undefined,
): Promise<Result> {
  const watch = { hasCommitted: false };
  try {
    return await watchCommits(watch, work);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const mayBeStored = watch.hasCommitted || (error instanceof Error && leavesOutcomeOpen(error));
    throw mayBeStored ? outcomeUnknown(error, key) : error;
  }
}
