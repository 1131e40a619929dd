import type { AdminApp, AppStatus, editApp } from '@zapdeck/contract/apps';
import type { BodyOf } from '@zapdeck/contract/route';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { Refusal } from '../../../http/refusal.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import { type Stamp, differences, recordAction } from '../../audit-log/audit-log.ts';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';
import { givenWords } from '../../listings/changes/listing-words.ts';
import type { Viewer } from '../../listings/present/present-app.ts';
import { readAdminApp } from '../../listings/present/read-admin-app.ts';
import { tellSubmitters } from '../../makers/app-mails.ts';
import {
  approveAsTheyAre,
  approveWords,
  beginBaseline,
  forgetPage,
  isPublished,
  settleChanges,
} from '../../listings/changes/baseline.ts';
import { dropFulfilled, dropWaiting, nothingWaits } from '../../listings/changes/waiting-changes.ts';
import { requireHostAllowed } from '../../listings/address/blocked-hosts.ts';
import { normaliseAppUrl, normaliseUrl, type UrlRules } from '../../listings/address/url-rules.ts';
import { isUrlTaken } from '../../listings/address/known-url.ts';
import { closeReports } from '../decisions/close-reports.ts';
import { lockAdminAndMakers } from '../decisions/lock-makers.ts';
import { correctionMails, toldFields } from './correction-mails.ts';
import { tellIfUnverified, uncheckedAt } from '../../listings/address/new-address.ts';
import { refuseTakenUrl, requireFreeUrl } from '../../listings/address/waiting-url.ts';
import { reportsAfter, requireAsSeen, makerSuspended, requireNotWithdrawn } from '../decisions/decisions.ts';

type Edit = BodyOf<typeof editApp>;

/** A new decision has a new time; an app that waits again has none. */
function reviewTime(
  before: AppStatus,
  after: AppStatus | undefined,
  now: Date,
): { reviewedAt?: Date | null } {
  if (after === undefined || after === before) return {};
  return { reviewedAt: after === 'pending' ? null : now };
}

function normalisePicture(address: string | null, rules: UrlRules): string | null {
  if (address === null) return null;
  const { url, fault } = normaliseUrl(address, rules);
  if (fault !== null) throw new Refusal('invalid_input', { fields: { thumbnailUrl: fault } });
  return url;
}

/** The corrected fields as they are stored. */
function correctionsOf(edit: Edit, rules: UrlRules): Partial<AppRow> {
  const { timeSpent, url, thumbnailUrl } = edit;
  return {
    ...givenWords(edit),
    ...(timeSpent === undefined ? {} : { timeSpent }),
    ...(url === undefined ? {} : { url: normaliseAppUrl(url, rules) }),
    ...(thumbnailUrl === undefined ? {} : { thumbnailUrl: normalisePicture(thumbnailUrl, rules) }),
  };
}

/** What is changed, as it is stored; a new decision takes the reason of the one before away. */
function valuesOf(before: AppStatus, { status, reason }: Edit): Partial<AppRow> {
  const given = status === 'pending' ? null : reason;
  const reviewReason = given === undefined && status !== before ? null : given;
  return {
    ...(status === undefined ? {} : { status }),
    ...(status === undefined || reviewReason === undefined
      ? {}
      : { reviewReason: reviewReason?.trim() || null }),
  };
}

interface Change {
  jobs: JobQueue;
  rules: UrlRules;
  id: string;
  edit: Edit;
  viewer: Viewer;
  now: Date;
}

/**
 * Changes an app, writes down what changed and tells the submitter of a new decision and of corrections, and closes what was
 * reported; what is as it was before leaves no trace. `isMoved` says that its page is to be looked at anew, which is left to the caller. Refuses an
 * unknown id with `app_not_found`, one that is not as it was seen with `already_decided`, an address that may not be framed
 * here with `invalid_input`, one on a blocked host with `host_blocked`, one that is known with `url_taken`.
 */
export async function changeApp(db: Db, change: Change): Promise<{ app: AdminApp; isMoved: boolean }> {
  try {
    return await inTransaction(db, (tx) => changeLocked(tx, change));
  } catch (error) {
    if (!isUrlTaken(error)) throw error;
    return refuseTakenUrl('pending');
  }
}

async function changeLocked(
  tx: Db,
  { jobs, rules, id, edit, viewer, now }: Change,
): Promise<{ app: AdminApp; isMoved: boolean }> {
  const isApproving = edit.status === 'approved';
  const ofSuspended = await lockAdminAndMakers(tx, viewer, isApproving ? [id] : []);
  const [before] = await tx.select().from(apps).where(eq(apps.id, id)).for('no key update');
  if (!before) throw new Refusal('app_not_found');
  await requireAsSeen(tx, before, edit.updatedAt);
  await requireNotWithdrawn(tx, before);
  const values = { ...correctionsOf(edit, rules), ...valuesOf(before.status, edit) };
  const decision = edit.status === before.status || edit.status === 'pending' ? undefined : edit.status;
  if (decision === 'approved' && ofSuspended.has(before.id)) throw makerSuspended();
  const changed = differences(before, { ...values, ...(decision && before.heldAt && { heldAt: null }) });
  if (values.url !== undefined && values.url !== before.url) {
    await requireHostAllowed(tx, values.url);
    await requireFreeUrl(tx, values.url, id);
  }
  if (!changed) return { app: await readAdminApp(tx, id, viewer), isMoved: false };
  const isMoved = 'url' in changed.after || 'thumbnailUrl' in changed.after;
  const fields = toldFields.filter((name) => name in changed.after);
  const isNewlyApproved = decision === 'approved' && before.heldAt === null;
  const corrected = givenWords(changed.after);
  if (isPublished(before)) await beginBaseline(tx, id);
  await tx
    .update(apps)
    .set({
      ...values,
      ...reviewTime(before.status, edit.status, now),
      ...(values.url !== undefined && 'url' in changed.after ? uncheckedAt(values.url, now) : {}),
      updatedAt: now,
    })
    .where(eq(apps.id, id));
  await dropFulfilled(tx, id, values);
  if (isNewlyApproved) await approveAsTheyAre(tx, [id], now);
  else if (isPublished(before) && Object.keys(corrected).length > 0)
    await approveWords(tx, id, corrected, now);
  if ('url' in changed.after) {
    // What its page was is what the check of the new address finds.
    await forgetPage(tx, id);
    await settleChanges(tx, id, now);
    await tellIfUnverified(tx, jobs, before);
  }
  const unwanted = decision === 'rejected' ? (await dropWaiting(tx, [id])).get(id) : undefined;
  const dropped = unwanted && differences(unwanted, nothingWaits);
  const stamp: Stamp = { actorId: viewer.id, now };
  const closed = decision
    ? await closeReports(tx, jobs, { appIds: [id], decision: reportsAfter[decision], batchId: null, now })
    : undefined;
  const openReports = closed?.get(id);
  await recordAction(tx, stamp, {
    action: 'app.edited',
    targetId: id,
    before: {
      ...changed.before,
      ...(openReports && { openReports }),
      ...dropped?.before,
    },
    after: {
      ...changed.after,
      ...(openReports && { openReports: 0 }),
      ...dropped?.after,
    },
  });
  const told = {
    appId: id,
    submittedBy: before.submittedBy,
    before: before.status,
    after: edit.status ?? before.status,
    reason: values.reviewReason ?? null,
    wasHeld: before.heldAt !== null,
  };
  await tellSubmitters(tx, jobs, { decided: [told], now });
  if (fields.length > 0 && before.submittedBy !== viewer.id)
    await jobs.enqueue(tx, correctionMails, { kind: 'corrected', appId: id, fields });
  return { app: await readAdminApp(tx, id, viewer), isMoved };
}
