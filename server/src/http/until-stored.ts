import { IDEMPOTENCY_KEY_HEADER } from '@zapdeck/contract/wire/route';
import { BACK_AFTER_S, leavesOutcomeOpen } from '../db/database-away.ts';
import { watchCommits } from '../db/transaction.ts';
import { Refusal } from './refusal.ts';

/** Returns the error for a write that may or may not have been stored. */
export function outcomeUnknown(cause: unknown, key: string | undefined): Refusal {
  const again = key === undefined ? {} : { [IDEMPOTENCY_KEY_HEADER]: key };
  return new Refusal('outcome_unknown', {
    cause,
    headers: { 'retry-after': String(BACK_AFTER_S), ...again },
  });
}

/** A refusal means that nothing was stored. Other errors become `outcome_unknown` if a commit may have happened. */
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
