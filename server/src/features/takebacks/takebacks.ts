import type { Takeback } from '@zapdeck/contract/takebacks';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { personColumns, users } from '../../db/schema/users.table.ts';
import { takebackAccounts, takebacks } from '../../db/schema/vote-groups.table.ts';
import { lockAdmin, type Moderator } from '../../http/lock-role.ts';
import { Refusal } from '../../http/refusal.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { recordAction } from '../audit-log/audit-log.ts';
import { settleTakebackJob } from './settle.job.ts';

/** Rejects with `takeback_not_found`. */
export async function readTakeback(db: Db, id: string): Promise<Takeback> {
  const [row] = await db
    .select({ takeback: takebacks, by: personColumns })
    .from(takebacks)
    .leftJoin(users, eq(users.id, takebacks.adminId))
    .where(eq(takebacks.id, id));
  if (!row) throw new Refusal('takeback_not_found');
  const { votes, restored, settledAt, undoneAt, createdAt } = row.takeback;
  return {
    id,
    votes,
    restored,
    accounts: await db.$count(takebackAccounts, eq(takebackAccounts.takebackId, id)),
    isSettled: settledAt !== null,
    by: row.by,
    undoneAt: undoneAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

interface Undo {
  jobs: JobQueue;
  id: string;
  admin: Moderator;
  now: Date;
}

/** Queues the work that puts the votes back. Rejects with `takeback_not_found` and `forbidden`. */
export async function undoTakeback(db: Db, { jobs, id, admin, now }: Undo): Promise<Takeback> {
  return inTransaction(db, async (tx) => {
    await lockAdmin(tx, admin);
    const [row] = await tx.select().from(takebacks).where(eq(takebacks.id, id)).for('no key update');
    if (row && !row.undoneAt) {
      await tx
        .update(takebacks)
        .set({ undoneAt: now, undoneBy: admin.id, settledAt: null })
        .where(eq(takebacks.id, id));
      const accounts = await tx.$count(takebackAccounts, eq(takebackAccounts.takebackId, id));
      await recordAction(
        tx,
        { actorId: admin.id, now },
        { action: 'votes.put_back', targetId: row.groupId ?? id, after: { accounts } },
      );
      await jobs.enqueue(tx, settleTakebackJob, { id });
    }
    return readTakeback(tx, id);
  });
}
