import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isCheckViolation } from '../../db/constraints.ts';
import { waitForLocks } from '../../db/wait-for-locks.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/refusal.ts';
import { type ErasedAccount, eraseAccount, forgetLostApps } from '../account/delete-account.ts';
import { readAccountStatus } from '../account/account-status.ts';
import { recordAction } from '../audit-log/audit-log.ts';
import { lockPerson, type ModeratorId } from './lock-person.ts';

interface Deletion {
  node: Pick<Deps, 'jobs' | 'isStopping'>;
  id: string;
  moderatorId: ModeratorId;
  now: Date;
}

/**
 * Deletes somebody as their own deletion would, and writes down who did it and how much it touched, but no word of the
 * person. Call `forgetMentions` with the result after the commit. Refuses with `user_not_found`, `own_account`, `last_admin`, and with `forbidden` who is no
 * admin any more.
 */
export async function deletePerson(db: Db, { node, id, moderatorId, now }: Deletion): Promise<ErasedAccount> {
  if (id === moderatorId) throw new Refusal('own_account');
  await forgetLostApps(db, node, id);
  try {
    return await inTransaction(db, async (tx) => {
      await waitForLocks(tx);
      const edited = await lockPerson(tx, moderatorId, id, 'update');
      const { belongings } = await readAccountStatus(tx, edited, now);
      const erased = await eraseAccount(tx, node.jobs, edited);
      // Behind it, or its numbers would be all that was left of it.
      const stamp = { actorId: moderatorId, now };
      await recordAction(tx, stamp, {
        action: 'user.deleted',
        targetId: edited.id,
        before: { ...belongings },
      });
      return erased;
    });
  } catch (error) {
    if (isCheckViolation(error, 'users_last_admin'))
      throw new Refusal('last_admin', { message: 'The last admin cannot be deleted.' });
    throw error;
  }
}
