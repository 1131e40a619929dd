import { listingWords } from '@zapdeck/contract/apps/listing';
import type { deleteAccount as deleteRoute } from '@zapdeck/contract/accounts/account';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { message } from '@zapdeck/contract/wire/message';
import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isCheckViolation } from '../../db/constraints.ts';
import { deleteViews, hasManyViewers } from '../../db/delete-batches.ts';
import { lockBudgets, lockSeen } from '../../db/row-locks.ts';
import type { Deps } from '../../deps.ts';
import { forgetAnswersWith } from '../../http/idempotency.ts';
import { requireOwnPassword } from '../auth/guesses.ts';
import { forgetCaller } from '../../http/rate-limit.ts';
import { lockSession } from '../../accounts/locks.ts';
import { Refusal, throwIfStopping } from '../../http/refusal.ts';
import { revokeApiTokensOf } from '../../accounts/api-tokens.ts';
import { endSessionsOf } from '../../accounts/session-changes.ts';
import { addressesOf } from '../../mail/forget-mails.ts';
import { appBaselines } from '../../db/schema/app-baselines.table.ts';
import { appNotes } from '../../db/schema/app-notes.table.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { appVerifications } from '../../db/schema/app-verifications.table.ts';
import { decisions } from '../../db/schema/decisions.table.ts';
import { readDeletedApps, redactEntries } from '../audit-log/redact-entries.ts';
import { settleChanges } from '../listings/changes/baseline.ts';
import { dropWaiting } from '../listings/changes/waiting-changes.ts';
import { seenApps, userAppInteractions } from '../../db/schema/interactions.table.ts';
import { errorLogs } from '../../db/schema/error-logs.table.ts';
import { viewBudgets } from '../../db/schema/first-views.table.ts';
import { isChangedByDeletion, type UserRow, users } from '../../db/schema/users.table.ts';

/** Scans the stored responses, so no row of `apps` may be locked. Call it again after the commit. */
export async function deleteResponsesAbout(db: Db, { id, email }: UserRow): Promise<void> {
  await forgetAnswersWith(db, email === null ? [id] : [id, email]);
}

/** Removes texts that the maker has since replaced. The app still counts as changed. */
async function redactBaselines(tx: Db, userId: string): Promise<void> {
  const forgotten = listingWords.map((word) => {
    const [approved, now] = [appBaselines[word].name, apps[word].name];
    return `${approved} = nullif(approved.${approved}, nullif(approved.${approved}, apps.${now}))`;
  });
  await tx.execute(sql`
    UPDATE app_baselines AS approved SET picture = apps.picture, ${sql.raw(forgotten.join(', '))}
    FROM apps WHERE apps.id = approved.app_id AND apps.submitted_by = ${userId} AND approved.changed_at IS NOT NULL`);
}

/** Drops waiting changes. Apps without other changes leave the list of changed apps. */
async function dropWaitingChanges(tx: Db, appIds: readonly string[], now: Date): Promise<void> {
  for (const id of (await dropWaiting(tx, appIds)).keys()) await settleChanges(tx, id, now);
}

/** Deletes views of unapproved apps in separate transactions. Rejects with `unavailable`. */
export async function deleteUnapprovedViews(
  db: Db,
  node: Pick<Deps, 'isStopping'>,
  userId: string,
): Promise<void> {
  const lost = await db
    .select({ id: apps.id })
    .from(apps)
    .where(and(eq(apps.submittedBy, userId), ne(apps.status, 'approved'), isNotNull(apps.approvalNo)));
  for (const { id } of lost)
    if (await hasManyViewers(db, id)) await deleteViews(db, id, () => throwIfStopping(node));
}

/** SQL condition on `seen_apps`: the row is of the user, or of an app that is deleted with the account. */
const isSeenRowToDelete = (userId: string) => sql`(user_id, app_id) IN (
  SELECT user_id, app_id FROM seen_apps WHERE user_id = ${userId} UNION ALL
  SELECT user_id, app_id FROM seen_apps WHERE app_id IN (
    SELECT id FROM apps WHERE submitted_by = ${userId} AND status <> 'approved'))`;

/**
 * Deletes an account and returns the addresses for `forgetMails`. Lock `isChangedByDeletion` first. Call `forgetMails` and
 * `deleteResponsesAbout` after the commit. Can violate `users_last_admin`.
 */
export async function eraseAccount(tx: Db, user: UserRow, now: Date): Promise<string[]> {
  const addresses = await addressesOf(tx, user);
  const submitted = await tx.select({ id: apps.id }).from(apps).where(eq(apps.submittedBy, user.id));
  const appIds = submitted.map((app) => app.id);
  const ids = [user.id, ...appIds, ...(await readDeletedApps(tx, user.id))];
  // Table scans precede the locks on apps, because votes wait for these.
  await deleteResponsesAbout(tx, user);
  await forgetCaller(tx, user.id);
  await tx.delete(errorLogs).where(eq(errorLogs.userId, user.id));
  await lockSeen(tx, isSeenRowToDelete(user.id));
  // Before the row in `seen_counts`, because the cascade would lock in the opposite order.
  await tx.delete(seenApps).where(eq(seenApps.userId, user.id));
  await tx.delete(userAppInteractions).where(eq(userAppInteractions.userId, user.id));
  // A job that takes votes back locks its takeback before apps.
  await tx.execute(sql`
    SELECT FROM takebacks WHERE admin_id = ${user.id} OR undone_by = ${user.id} OR account_id = ${user.id} ORDER BY id FOR UPDATE`);
  // Votes and decisions lock the app first. The order by id prevents deadlocks.
  await tx.execute(sql`
    SELECT FROM apps WHERE id IN (
      SELECT id FROM apps WHERE submitted_by = ${user.id} UNION ALL SELECT app_id FROM votes WHERE user_id = ${user.id})
    ORDER BY id FOR NO KEY UPDATE`);
  await redactEntries(tx, ids);
  await tx.delete(appNotes).where(inArray(appNotes.appId, appIds));
  await tx.delete(decisions).where(inArray(decisions.appId, ids));
  await dropWaitingChanges(tx, appIds, now);
  await redactBaselines(tx, user.id);
  await tx.delete(apps).where(and(eq(apps.submittedBy, user.id), ne(apps.status, 'approved')));
  // Views lock apps before budgets, so budgets follow the deletion of apps.
  await lockBudgets(tx, appIds);
  await tx.update(viewBudgets).set({ note: null }).where(inArray(viewBudgets.appId, appIds));
  await tx.update(apps).set({ verifiedAt: null }).where(eq(apps.submittedBy, user.id));
  await tx.delete(appVerifications).where(inArray(appVerifications.appId, appIds));
  // The cascade would lock sessions and tokens in another order than `noteLogPosition`.
  await endSessionsOf(tx, user.id);
  await revokeApiTokensOf(tx, user.id);
  await tx.delete(users).where(eq(users.id, user.id));
  return addresses;
}

interface AccountDeletion {
  user: UserRow;
  sid: string | undefined;
  sessionId: string | undefined;
  form: BodyOf<typeof deleteRoute>;
}

/** Deletes the own account. Rejects with `wrong_password`, `invalid_input`, 429, `unauthorized` or `last_admin`. */
export async function deleteAccount(
  db: Db,
  deps: Pick<Deps, 'passwords' | 'rateLimits' | 'isStopping' | 'clock'>,
  { user, sid, sessionId, form }: AccountDeletion,
): Promise<string[]> {
  if (form.email !== user.email) {
    throw new Refusal('invalid_input', {
      fields: { email: message('This is not the email of your account') },
    });
  }
  const { passwordHash } = user;
  if (passwordHash !== null) {
    const password = form.password ?? '';
    await requireOwnPassword(deps, { passwordHash, password, sessionId, field: 'password' });
  }
  await deleteUnapprovedViews(db, deps, user.id);
  try {
    return await inTransaction(db, async (tx) => {
      // Users are locked before apps. The lock also prevents new rows of this user.
      await tx
        .select({ id: users.id })
        .from(users)
        .where(isChangedByDeletion(user.id))
        .orderBy(users.id)
        .for('update');
      await lockSession(tx, sid);
      return eraseAccount(tx, user, deps.clock());
    });
  } catch (error) {
    if (!isCheckViolation(error, 'users_last_admin')) throw error;
    throw new Refusal('last_admin', {
      message: message('You are the last admin. Make someone else an admin first.'),
    });
  }
}
