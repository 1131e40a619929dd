import { and, eq, isNull, max, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { users } from '../../db/schema/users.table.ts';
import { takebackAccounts, takebacks } from '../../db/schema/vote-groups.table.ts';
import { votes } from '../../db/schema/votes.table.ts';
import { Refusal } from '../../http/refusal.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { recordAction } from '../audit-log/audit-log.ts';
import { settleTakebackJob } from './settle.job.ts';

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

/** Leaves out accounts that are deleted at the same time. */
const addAccounts = (takebackId: string, accountIds: readonly string[]) => sql`
  INSERT INTO takeback_accounts (takeback_id, user_id)
  SELECT ${takebackId}::uuid, id FROM users WHERE ${isOneOf(users.id, accountIds)} ORDER BY id FOR KEY SHARE`;

/** Returns false for accounts without votes that could be taken back. */
export async function hasVotes(db: Db, accountIds: readonly string[]): Promise<boolean> {
  const isTheirs = isOneOf(votes.userId, accountIds);
  return (await db.select({ id: votes.id }).from(votes).where(isTheirs).limit(1)).length > 0;
}

/**
 * Queues the work that takes back all votes that the accounts have cast until now. Returns the id. Call it in a transaction that
 * has locked the admin. Rejects with `no_votes`.
 */
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

/**
 * Works like `startTakeback`, for one account that is locked too. Rejects with `no_votes`, and with `takeback_running` while a job
 * moves votes of the account.
 */
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
