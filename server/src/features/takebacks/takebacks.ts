import { TAKEN_KEPT_DAYS, type Takeback } from '@zapdeck/contract/moderation/takebacks';
import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { personColumns, users } from '../../db/schema/users.table.ts';
import { takebackAccounts, takebacks } from '../../db/schema/vote-groups.table.ts';
import { lockAdmin, type Moderator } from '../../accounts/locks.ts';
import { Refusal } from '../../http/refusal.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { recordAction } from '../audit-log/audit-log.ts';
import { settleTakebackJob } from './settle.job.ts';

/** Maximum number in the response about one account or group: enough for one a day as long as it can be undone. */
const SHOWN_MAX = TAKEN_KEPT_DAYS + 10;

function selectTakebacks(db: Db) {
  return db
    .select({
      takeback: takebacks,
      by: personColumns,
      accounts: sql<number>`(SELECT count(*)::int FROM takeback_accounts WHERE takeback_id = ${takebacks.id})`,
    })
    .from(takebacks)
    .leftJoin(users, eq(users.id, takebacks.adminId));
}

type TakebackRow = Awaited<ReturnType<typeof selectTakebacks>>[number];

function presentTakeback({ takeback, by, accounts }: TakebackRow): Takeback {
  const { id, votes, restored, settledAt, undoneAt, createdAt } = takeback;
  return {
    id,
    votes,
    restored,
    accounts,
    isSettled: settledAt !== null,
    by,
    undoneAt: undoneAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** Rejects with `takeback_not_found`. */
export async function readTakeback(db: Db, id: string): Promise<Takeback> {
  const [row] = await selectTakebacks(db).where(eq(takebacks.id, id));
  if (!row) throw new Refusal('takeback_not_found');
  return presentTakeback(row);
}

async function listNewest(db: Db, condition: SQL): Promise<Takeback[]> {
  const rows = await selectTakebacks(db)
    .where(condition)
    .orderBy(desc(takebacks.createdAt), desc(takebacks.id))
    .limit(SHOWN_MAX);
  return rows.map(presentTakeback);
}

/** Lists the takebacks of one account alone, newest first. */
export const listAccountTakebacks = (db: Db, accountId: string): Promise<Takeback[]> =>
  listNewest(db, eq(takebacks.accountId, accountId));

/** Lists the takebacks of a group, newest first. */
export const listGroupTakebacks = (db: Db, groupId: string): Promise<Takeback[]> =>
  listNewest(db, eq(takebacks.groupId, groupId));

interface TakebackUndo {
  jobs: JobQueue;
  id: string;
  admin: Moderator;
  now: Date;
}

/** Queues the work that puts the votes back. Rejects with `takeback_not_found` and `forbidden`. */
export async function undoTakeback(db: Db, { jobs, id, admin, now }: TakebackUndo): Promise<Takeback> {
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
        row.accountId === null
          ? { action: 'votes.put_back', targetId: row.groupId ?? id, after: { accounts } }
          : { action: 'votes.put_back', targetId: row.accountId },
      );
      await jobs.enqueue(tx, settleTakebackJob, { id });
    }
    return readTakeback(tx, id);
  });
}
