import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { waitForLocks } from '../../db/row-locks.ts';
import { Refusal } from '../../http/refusal.ts';
import { isSuspended } from '../../accounts/account-state.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { startAccountTakeback } from '../takebacks/takebacks.ts';
import { lockPerson } from './lock-person.ts';

interface PersonTakeback {
  jobs: JobQueue;
  id: string;
  adminId: string;
  clock: () => Date;
}

/** Rejects with `user_not_found`, `not_suspended`, `takeback_running`, `no_votes` and `forbidden`. */
export async function takePersonVotesBack(
  db: Db,
  { jobs, id, adminId, clock }: PersonTakeback,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await waitForLocks(tx);
    const person = await lockPerson(tx, adminId, id, 'update');
    if (!isSuspended(person)) throw new Refusal('not_suspended');
    await startAccountTakeback(tx, { jobs, accountId: id, adminId, now: clock() });
  });
}
