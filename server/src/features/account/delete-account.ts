import { listingWords } from '@zapdeck/contract/apps';
import type { deleteAccount as deleteRoute } from '@zapdeck/contract/account';
import type { BodyOf } from '@zapdeck/contract/route';
import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isCheckViolation } from '../../db/constraints.ts';
import { deleteViews, hasManyViewers } from '../../db/delete-views.ts';
import type { Deps } from '../../deps.ts';
import { forgetAnswersWith } from '../../http/idempotency.ts';
import { forgetCaller } from '../../http/rate-limit.ts';
import { Refusal } from '../../http/refusal.ts';
import { endSessionsOf } from '../../http/session-changes.ts';
import { refuseToStop } from '../../http/refuse-to-stop.ts';
import { appBaselines } from '../../db/schema/app-baselines.table.ts';
import { appNotes } from '../../db/schema/app-notes.table.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { appVerifications } from '../../db/schema/app-verifications.table.ts';
import { auditLog } from '../../db/schema/audit-log.table.ts';
import { forgetWords } from '../audit-log/audit-log.ts';
import { seenApps, userAppInteractions } from '../../db/schema/interactions.table.ts';
import { errorLogs } from '../../db/schema/error-logs.table.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';

/** Returns the ids of the user's apps that admins deleted. Only the audit log still knows them; scans it. */
async function readDeletedApps(tx: Db, userId: string): Promise<string[]> {
  const entries = await tx
    .select({ id: auditLog.targetId })
    .from(auditLog)
    .where(and(eq(auditLog.action, 'app.deleted'), sql`${auditLog.before} ->> 'submittedBy' = ${userId}`));
  return entries.flatMap((entry) => entry.id ?? []);
}

/**
 * Deletes the stored responses that mention the account. Scans their table, so no row of `apps` may be locked. Call it
 * again after the deletion is committed, for those that other transactions stored in between.
 */
export async function forgetMentions(db: Db, { id, email }: UserRow): Promise<void> {
  await forgetAnswersWith(db, email === null ? [id] : [id, email]);
}

/** Of apps that stay, what their maker wrote stays as it is now; that something else was approved stays known. */
async function forgetEarlierWords(tx: Db, userId: string): Promise<void> {
  const forgotten = listingWords.map((word) => {
    const [approved, now] = [appBaselines[word].name, apps[word].name];
    return `${approved} = nullif(approved.${approved}, nullif(approved.${approved}, apps.${now}))`;
  });
  await tx.execute(sql`
    UPDATE app_baselines AS approved SET picture = apps.picture, ${sql.raw(forgotten.join(', '))}
    FROM apps WHERE apps.id = approved.app_id AND apps.submitted_by = ${userId} AND approved.changed_at IS NOT NULL`);
}

/**
 * Before an account is deleted: what very many did with apps that go with it, in commits of its own. Those are not approved,
 * so that nobody misses it where the account stays after all. Refuses with `unavailable` when the server stops.
 */
export async function forgetLostApps(db: Db, node: Pick<Deps, 'isStopping'>, userId: string): Promise<void> {
  const lost = await db
    .select({ id: apps.id })
    .from(apps)
    .where(and(eq(apps.submittedBy, userId), ne(apps.status, 'approved'), isNotNull(apps.approvalNo)));
  for (const { id } of lost)
    if (await hasManyViewers(db, id)) await deleteViews(db, id, () => refuseToStop(node));
}

/**
 * Deletes an account with everything kept of the person: votes (whose counters follow by trigger), interactions,
 * reports, sessions, and apps that are not approved. Approved ones stay, without a submitter and without what
 * moderators noted of them, and so does what admins did, without names. The person is locked for it, and the last admin
 * violates `users_last_admin`. Call `forgetMentions` after the commit. Jobs that mention the account end without effect.
 */
export async function eraseAccount(tx: Db, user: UserRow): Promise<void> {
  const submitted = await tx.select({ id: apps.id }).from(apps).where(eq(apps.submittedBy, user.id));
  const appIds = submitted.map((app) => app.id);
  const ids = [user.id, ...appIds, ...(await readDeletedApps(tx, user.id))];
  // Everything that scans a table comes before the locks on apps, because votes wait for those.
  await forgetMentions(tx, user);
  await forgetCaller(tx, user.id);
  await tx.delete(errorLogs).where(eq(errorLogs.userId, user.id));
  // Before the count of what they have seen, as by all who delete such rows: the foreign keys would take the count first.
  await tx.delete(seenApps).where(eq(seenApps.userId, user.id));
  await tx.delete(userAppInteractions).where(eq(userAppInteractions.userId, user.id));
  // The counters of these apps are about to move, or they lose their submitter. Votes and decisions lock the app first,
  // so this must too, in a fixed order, and before the counts of all apps.
  await tx.execute(sql`
    SELECT FROM apps WHERE id IN (
      SELECT id FROM apps WHERE submitted_by = ${user.id} UNION ALL SELECT app_id FROM votes WHERE user_id = ${user.id})
    ORDER BY id FOR NO KEY UPDATE`);
  await forgetWords(tx, ids);
  await tx.delete(appNotes).where(inArray(appNotes.appId, appIds));
  await forgetEarlierWords(tx, user.id);
  await tx.delete(apps).where(and(eq(apps.submittedBy, user.id), ne(apps.status, 'approved')));
  // The mark of an app is that of its maker, and so is what is noted of how they earned it.
  await tx.update(apps).set({ verifiedAt: null }).where(eq(apps.submittedBy, user.id));
  await tx.delete(appVerifications).where(inArray(appVerifications.appId, appIds));
  // The cascade would lock them in another order than `noteLogPosition`.
  await endSessionsOf(tx, user.id);
  await tx.delete(users).where(eq(users.id, user.id));
}

/**
 * Deletes one's own account. Call `forgetMentions` afterwards. Refuses with `wrong_password`, with `invalid_input` an
 * email that is not theirs, with `last_admin` the only admin there is.
 */
export async function deleteAccount(
  db: Db,
  deps: Pick<Deps, 'passwords' | 'isStopping'>,
  user: UserRow,
  form: BodyOf<typeof deleteRoute>,
): Promise<void> {
  if (form.email !== user.email) {
    throw new Refusal('invalid_input', { fields: { email: 'This is not the email of your account' } });
  }
  if (user.passwordHash !== null && !(await deps.passwords.verify(user.passwordHash, form.password ?? ''))) {
    throw new Refusal('wrong_password', { fields: { password: 'This is not your password' } });
  }
  await forgetLostApps(db, deps, user.id);
  try {
    await inTransaction(db, async (tx) => {
      // First, as by all who lock users and apps: from here on nothing is added that would have to go with them.
      await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('update');
      await eraseAccount(tx, user);
    });
  } catch (error) {
    if (!isCheckViolation(error, 'users_last_admin')) throw error;
    throw new Refusal('last_admin', { message: 'You are the last admin: make somebody else one first.' });
  }
}
