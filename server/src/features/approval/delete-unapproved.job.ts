import { and, asc, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { applications } from '../../db/schema/applications.table.ts';
import { isChangedByDeletion, users } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { defineScheduledJob } from '../../jobs/job.ts';
import { deleteResponsesAbout, eraseAccount } from '../account/delete-account.ts';
import { forgetMails } from '../../mail/forget-mails.ts';
import { recordAction } from '../audit-log/audit-log.ts';
import { unapprovedUntil } from '../registration/own-application.ts';

const isExpired = (until: Date) =>
  and(
    eq(users.mustBeApproved, true),
    isNull(users.approvedAt),
    or(and(isNull(users.refusedAt), lt(users.createdAt, until)), lt(users.refusedAt, until)),
  );

/** Deletes answers of accounts that were approved before `until`, or need no approval. They serve the decision only. */
async function deleteUsedAnswers(db: Db, until: Date): Promise<void> {
  const decided = db
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.mustBeApproved, false), lt(users.approvedAt, until)));
  await db.delete(applications).where(inArray(applications.userId, decided));
}

/** Returns the number of deleted accounts. */
export async function deleteUnapproved(
  deps: Pick<Deps, 'db' | 'clock' | 'mailer'>,
  isStopping: () => boolean,
): Promise<number> {
  const { db } = deps;
  const now = deps.clock();
  const until = unapprovedUntil(now);
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(isExpired(until))
    .orderBy(asc(users.createdAt));
  let deleted = 0;
  for (const { id } of found) {
    if (isStopping()) break;
    const user = await inTransaction(db, async (tx) => {
      const rows = await tx
        .select({ user: users })
        .from(users)
        .where(isChangedByDeletion(id))
        .orderBy(users.id)
        .for('update');
      // An admin may have approved it since.
      const [still] = await tx
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, id), isExpired(until)));
      const locked = rows.find((row) => row.user.id === id)?.user;
      if (!still || !locked) return null;
      return { ...locked, addresses: await eraseAccount(tx, locked, now) };
    });
    if (user === null) continue;
    deleted += 1;
    await deleteResponsesAbout(db, user);
    await forgetMails(deps, user.addresses);
  }
  await deleteUsedAnswers(db, until);
  if (deleted > 0)
    await recordAction(
      db,
      { actorId: null, now },
      { action: 'users.unapproved_deleted', after: { accounts: deleted } },
    );
  return deleted;
}

export const deleteUnapprovedJob = defineScheduledJob({
  name: 'delete-unapproved',
  timeoutS: 10 * 60,
  cron: '50 3 * * *',
  async run(deps, { log, isStopping }) {
    const accounts = await deleteUnapproved(deps, isStopping);
    if (accounts > 0) log.info({ accounts }, 'accounts without approval are deleted');
  },
});
