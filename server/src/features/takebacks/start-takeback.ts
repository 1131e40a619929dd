import type { Db } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { takebackAccounts, takebacks } from '../../db/schema/vote-groups.table.ts';
import { votes } from '../../db/schema/votes.table.ts';
import { Refusal } from '../../http/refusal.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { recordAction } from '../audit-log/audit-log.ts';
import { settleTakebackJob } from './settle.job.ts';

interface Start {
  jobs: JobQueue;
  groupId: string;
  accountIds: readonly string[];
  adminId: string;
  now: Date;
}

/** A statement takes 65,535 parameters, and an account two of them. */
const ACCOUNTS_AT_ONCE = 10_000;

/**
 * Queues the work that takes back all votes that the accounts have cast until now. Returns the id. Call it in a transaction that
 * has locked the admin. Rejects with `no_votes`.
 */
export async function startTakeback(
  tx: Db,
  { jobs, groupId, accountIds, adminId, now }: Start,
): Promise<string> {
  const found = await tx
    .select({ id: votes.id })
    .from(votes)
    .where(isOneOf(votes.userId, accountIds))
    .limit(1);
  if (found.length === 0) throw new Refusal('no_votes');
  const id = newId();
  await tx.insert(takebacks).values({ id, groupId, adminId, createdAt: now });
  for (let from = 0; from < accountIds.length; from += ACCOUNTS_AT_ONCE)
    await tx
      .insert(takebackAccounts)
      .values(accountIds.slice(from, from + ACCOUNTS_AT_ONCE).map((userId) => ({ takebackId: id, userId })));
  await recordAction(
    tx,
    { actorId: adminId, now },
    { action: 'votes.taken_back', targetId: groupId, after: { accounts: accountIds.length } },
  );
  await jobs.enqueue(tx, settleTakebackJob, { id });
  return id;
}
