import { and, desc, eq, isNull, max, sql, type SQL } from 'drizzle-orm';
import { type Takeback, TAKEN_KEPT_DAYS } from '@zapdeck/contract/moderation/takebacks';
import type { Db } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { personColumns, users } from '../../db/schema/users.table.ts';
import { takebackAccounts, takebacks } from '../../db/schema/vote-groups.table.ts';
import { votes } from '../../db/schema/votes.table.ts';
import { Refusal } from '../../http/refusal.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { recordAction } from '../audit-log/audit-log.ts';
import { settleTakebackJob } from './settle.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockAdmin, type Moderator } from '../../accounts/locks.ts';

interface By {
  jobs: JobQueue;
  adminId: string | null;
  now: Date;
}

interface OfGroup extends By {
  groupId: string;
  accountIds: readonly string[];
}

interface OfAccount extends By {
  accountId: string;
}

const addAccounts = (takebackId: string, accountIds: readonly string[]) => sql`
  INSERT INTO takeback_accounts (takeback_id, user_id)
  SELECT ${takebackId}::uuid, id FROM users WHERE ${isOneOf(users.id, accountIds)} ORDER BY id FOR KEY SHARE`;

/** Returns true if votes of the accounts can be taken back. */
export async function hasVotes(db: Db, accountIds: readonly string[]): Promise<boolean> {
  const isTheirs = isOneOf(votes.userId, accountIds);
  return (await db.select({ id: votes.id }).from(votes).where(isTheirs).limit(1)).length > 0;
}

/** Queues a takeback of all votes of the accounts and returns its id. Lock the admin first. Rejects with `no_votes`. */
export async function startTakeback(
  tx: Db,
  { jobs, adminId, now, ...of }: OfGroup | OfAccount,
): Promise<string> {
  const accountIds = 'groupId' in of ? of.accountIds : [of.accountId];
  if (!(await hasVotes(tx, accountIds))) throw new Refusal('no_votes');
  const id = newId();
  const owner = 'groupId' in of ? { groupId: of.groupId } : { accountId: of.accountId };
  const last = tx
    .select({ at: max(votes.createdAt) })
    .from(votes)
    .where(isOneOf(votes.userId, accountIds));
  // The clock of another node may be ahead.
  const createdAt = sql`greatest(${now}::timestamptz, (${last}))`;
  await tx.insert(takebacks).values({ id, ...owner, adminId, createdAt });
  const { rowCount: accounts } = await tx.execute(addAccounts(id, accountIds));
  await recordAction(
    tx,
    { actorId: adminId, now },
    'groupId' in of
      ? { action: 'votes.taken_back', targetId: of.groupId, after: { accounts } }
      : { action: 'votes.taken_back', targetId: of.accountId },
  );
  await jobs.enqueue(tx, settleTakebackJob, { id });
  return id;
}

/** Works like `startTakeback`, for one locked account. Also rejects with `takeback_running`. */
export async function startAccountTakeback(tx: Db, start: OfAccount): Promise<void> {
  const isTheirs = eq(takebackAccounts.userId, start.accountId);
  const running = await tx
    .select({ id: takebacks.id })
    .from(takebacks)
    .innerJoin(takebackAccounts, eq(takebackAccounts.takebackId, takebacks.id))
    .where(and(isTheirs, isNull(takebacks.settledAt)))
    .limit(1);
  if (running.length > 0) throw new Refusal('takeback_running');
  await startTakeback(tx, start);
}

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
  const { id, votes: taken, restored, settledAt, undoneAt, createdAt } = takeback;
  return {
    id,
    votes: taken,
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

/** Lists the takebacks of this account alone, newest first. */
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

/** Queues the restoring of the votes. Rejects with `takeback_not_found` or `forbidden`. */
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
