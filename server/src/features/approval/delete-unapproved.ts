import { and, asc, eq, inArray, isNull, lt, not, or } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { deleteBatch, type NextBatch } from '../../db/delete-batches.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { applications } from '../../db/schema/applications.table.ts';
import { isChangedByDeletion, users } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import { deleteResponsesAbout, eraseAccount } from '../account/delete-account.ts';
import { forgetMails } from '../../mail/forget-mails.ts';
import { recordAction } from '../audit-log/audit-log.ts';
import { unapprovedUntil } from '../registration/own-application.ts';
import type { Deps } from '../../deps.ts';

const BATCH_ACCOUNTS = 20;

const isExpired = (until: Date) =>
  and(
    eq(users.mustBeApproved, true),
    isNull(users.approvedAt),
    or(and(isNull(users.refusedAt), lt(users.createdAt, until)), lt(users.refusedAt, until)),
  );

/** Deletes a batch of answers that are no longer needed: the account was approved long ago or needs no approval. */
export function deleteUsedAnswers(db: Db, now: Date): Promise<number> {
  const decided = db
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.mustBeApproved, false), lt(users.approvedAt, unapprovedUntil(now))));
  return deleteBatch(db, applications, inArray(applications.userId, decided));
}

/** Deletes the account and returns its addresses. Returns null if an admin has approved it since. */
async function eraseExpired(db: Db, id: string, { now, until }: { now: Date; until: Date }) {
  return inTransaction(db, async (tx) => {
    const rows = await tx
      .select({ user: users })
      .from(users)
      .where(isChangedByDeletion(id))
      .orderBy(users.id)
      .for('update');
    const [still] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), isExpired(until)));
    const locked = rows.find((row) => row.user.id === id)?.user;
    if (!still || !locked) return null;
    return { ...locked, addresses: await eraseAccount(tx, locked, now) };
  });
}

/** Deletes accounts that were not approved in time. A failed deletion does not stop the others. */
export function unapprovedBatches(deps: Deps, now: Date): NextBatch {
  const { db } = deps;
  const until = unapprovedUntil(now);
  const failed: string[] = [];
  let lastError: unknown;
  const deleteAccount = async (id: string): Promise<number> => {
    const user = await eraseExpired(db, id, { now, until });
    if (user === null) return 0;
    await deleteResponsesAbout(db, user);
    await forgetMails(deps, user.addresses);
    return 1;
  };
  return async () => {
    const found = await db
      .select({ id: users.id })
      .from(users)
      .where(and(isExpired(until), not(isOneOf(users.id, failed))))
      .orderBy(asc(users.createdAt))
      .limit(BATCH_ACCOUNTS);
    let accounts = 0;
    for (const { id } of found) {
      try {
        accounts += await deleteAccount(id);
      } catch (error) {
        failed.push(id);
        lastError = error;
      }
    }
    if (accounts === 0 && failed.length > 0) throw lastError;
    if (accounts === 0) return 0;
    const action = { action: 'users.unapproved_deleted', after: { accounts } } as const;
    await recordAction(db, { actorId: null, now }, action);
    return accounts;
  };
}
