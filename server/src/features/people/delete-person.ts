import { message } from '@zapdeck/contract/wire/message';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isCheckViolation } from '../../db/constraints.ts';
import { waitForLocks } from '../../db/row-locks.ts';
import type { UserRow } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/refusal.ts';
import { eraseAccount, deleteUnapprovedViews } from '../account/delete-account.ts';
import { readAccountStatus } from '../account/account-status.ts';
import { recordAction } from '../audit-log/audit-log.ts';
import { lockPerson, type ModeratorId } from './lock-person.ts';

interface PersonDeletion {
  node: Pick<Deps, 'isStopping'>;
  id: string;
  moderatorId: ModeratorId;
  now: Date;
}

interface Deleted {
  person: UserRow;
  addresses: string[];
}

/** Deletes a user. Call `deleteResponsesAbout` afterwards. Rejects with `user_not_found`, `own_account` or `last_admin`. */
export async function deletePerson(db: Db, { node, id, moderatorId, now }: PersonDeletion): Promise<Deleted> {
  if (id === moderatorId) throw new Refusal('own_account');
  await deleteUnapprovedViews(db, node, id);
  try {
    return await inTransaction(db, async (tx) => {
      await waitForLocks(tx);
      const edited = await lockPerson(tx, moderatorId, id, 'update');
      const { belongings } = await readAccountStatus(tx, edited, now);
      const addresses = await eraseAccount(tx, edited, now);
      const stamp = { actorId: moderatorId, now };
      await recordAction(tx, stamp, {
        action: 'user.deleted',
        targetId: edited.id,
        before: { ...belongings },
      });
      return { person: edited, addresses };
    });
  } catch (error) {
    if (isCheckViolation(error, 'users_last_admin'))
      throw new Refusal('last_admin', { message: message('The last admin cannot be deleted.') });
    throw error;
  }
}
