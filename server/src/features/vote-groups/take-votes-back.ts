import type { Takeback } from '@zapdeck/contract/moderation/takebacks';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { takebacks, voteGroupMembers, voteGroups } from '../../db/schema/vote-groups.table.ts';
import { lockAdmin, type Moderator } from '../../accounts/locks.ts';
import { Refusal } from '../../http/refusal.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { startTakeback } from '../takebacks/start-takeback.ts';
import { readTakeback } from '../takebacks/takebacks.ts';

interface GroupTakeback {
  jobs: JobQueue;
  groupId: string;
  admin: Moderator;
  now: Date;
}

/** Rejects with `group_not_found`, `takeback_running`, `no_votes` and `forbidden`. */
export async function takeVotesBack(db: Db, { jobs, groupId, admin, now }: GroupTakeback): Promise<Takeback> {
  return inTransaction(db, async (tx) => {
    await lockAdmin(tx, admin);
    const isThis = eq(voteGroups.id, groupId);
    // Users come before groups, as in the deletion of an account.
    await tx.execute(sql`SELECT FROM users WHERE id IN (
      SELECT user_id FROM vote_group_members WHERE group_id = ${groupId}) ORDER BY id FOR KEY SHARE`);
    const [group] = await tx.select().from(voteGroups).where(isThis).for('no key update');
    if (!group) throw new Refusal('group_not_found');
    const isRunning = and(eq(takebacks.groupId, groupId), isNull(takebacks.settledAt));
    if ((await tx.$count(takebacks, isRunning)) > 0) throw new Refusal('takeback_running');
    const members = await tx
      .select({ id: voteGroupMembers.userId })
      .from(voteGroupMembers)
      .where(eq(voteGroupMembers.groupId, groupId));
    const accountIds = members.map(({ id }) => id);
    return readTakeback(tx, await startTakeback(tx, { jobs, groupId, accountIds, adminId: admin.id, now }));
  });
}
