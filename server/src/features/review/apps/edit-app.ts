import type { AdminApp, editApp } from '@zapdeck/contract/apps/apps';
import { nameOfField } from '@zapdeck/contract/apps/listing';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { Refusal } from '../../../http/refusal.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import { differences, recordAction } from '../../audit-log/audit-log.ts';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';
import { chosenLanguage, givenWords } from '../../listings/changes/listing-words.ts';
import type { Viewer } from '../../listings/present/present-app.ts';
import { readAdminApp } from '../../listings/present/read-admin-app.ts';
import {
  approveWords,
  beginBaseline,
  forgetPage,
  isPublished,
  settleChanges,
} from '../../listings/changes/baseline.ts';
import { dropFulfilled } from '../../listings/changes/waiting-changes.ts';
import { requireHostAllowed } from '../../listings/address/blocked-hosts.ts';
import { normaliseAppUrl, normaliseUrl, type UrlRules } from '../../listings/address/url-rules.ts';
import { isUrlTaken } from '../../listings/address/known-url.ts';
import { lockAdmin } from '../../../accounts/locks.ts';
import { lockModeratorAndMakers } from '../decisions/lock-makers.ts';
import { correctionMails } from './correction-mails.ts';
import { tellIfUnverified, uncheckedAt } from '../../listings/address/new-address.ts';
import { refuseTakenUrl, requireFreeUrl } from '../../listings/address/waiting-url.ts';
import { makerSuspended, requireAsSeen, requireNotWithdrawn } from '../decisions/already-decided.ts';
import { applyDecision } from '../decisions/apply-decision.ts';

type AppEdit = BodyOf<typeof editApp>;

function normalisePicture(address: string | null, rules: UrlRules): string | null {
  if (address === null) return null;
  const { url, fault } = normaliseUrl(address, rules);
  if (fault !== null) throw new Refusal('invalid_input', { fields: { thumbnailUrl: fault } });
  return url;
}

function correctionsOf(edit: AppEdit, rules: UrlRules): Partial<AppRow> {
  const { timeSpent, url, thumbnailUrl } = edit;
  return {
    ...givenWords(edit),
    ...(timeSpent === undefined ? {} : { timeSpent }),
    ...(url === undefined ? {} : { url: normaliseAppUrl(url, rules) }),
    ...(thumbnailUrl === undefined ? {} : { thumbnailUrl: normalisePicture(thumbnailUrl, rules) }),
  };
}

function reviewOf(before: AppRow, { status, reason }: AppEdit): Partial<AppRow> {
  if (status === undefined) return {};
  const given = status === 'pending' ? null : reason;
  if (given === undefined && status === before.status) return { status };
  return { status, reviewReason: given?.trim() || null };
}

interface AppCorrection {
  jobs: JobQueue;
  rules: UrlRules;
  id: string;
  edit: AppEdit;
  viewer: Viewer;
  now: Date;
}

/** Edits an app as a moderator. If `isMoved`, the caller must check the page. Rejects with `already_decided` and others. */
export async function changeApp(db: Db, change: AppCorrection): Promise<{ app: AdminApp; isMoved: boolean }> {
  try {
    return await inTransaction(db, (tx) => changeLocked(tx, change));
  } catch (error) {
    if (!isUrlTaken(error)) throw error;
    return refuseTakenUrl('pending');
  }
}

async function correct(
  tx: Db,
  { before, corrected, jobs, now }: { before: AppRow; corrected: Partial<AppRow>; jobs: JobQueue; now: Date },
): Promise<boolean> {
  const { id } = before;
  const { url } = corrected;
  if (isPublished(before)) await beginBaseline(tx, id);
  await tx
    .update(apps)
    .set({
      ...corrected,
      ...chosenLanguage(corrected),
      ...(url !== undefined && uncheckedAt(url, now)),
      updatedAt: now,
    })
    .where(eq(apps.id, id));
  await dropFulfilled(tx, id, corrected);
  const words = givenWords(corrected);
  if (isPublished(before) && Object.keys(words).length > 0) await approveWords(tx, id, words, now);
  if (url !== undefined) {
    // The check of the new address completes the approved version.
    await forgetPage(tx, id);
    await settleChanges(tx, id, now);
    await tellIfUnverified(tx, jobs, before);
  }
  return url !== undefined || 'thumbnailUrl' in corrected;
}

async function changeLocked(
  tx: Db,
  { jobs, rules, id, edit, viewer, now }: AppCorrection,
): Promise<{ app: AdminApp; isMoved: boolean }> {
  const ofSuspended = await lockModeratorAndMakers(tx, viewer, edit.status === 'approved' ? [id] : []);
  if (edit.timeSpent !== undefined) await lockAdmin(tx, viewer);
  const [before] = await tx.select().from(apps).where(eq(apps.id, id)).for('no key update');
  if (!before) throw new Refusal('app_not_found');
  await requireAsSeen(tx, before, edit.updatedAt);
  await requireNotWithdrawn(tx, before);
  const review = reviewOf(before, edit);
  const decision = review.status === before.status || review.status === 'pending' ? undefined : review.status;
  if (decision === 'approved' && ofSuspended.has(id)) throw makerSuspended();
  const corrections = correctionsOf(edit, rules);
  if (corrections.url !== undefined && corrections.url !== before.url) {
    await requireHostAllowed(tx, corrections.url);
    await requireFreeUrl(tx, corrections.url, id);
  }
  const corrected = differences(before, corrections);
  const reviewed = differences(before, review);
  if (!corrected && !reviewed) return { app: await readAdminApp(tx, id, viewer), isMoved: false };
  const isMoved = corrected ? await correct(tx, { before, corrected: corrected.after, jobs, now }) : false;
  let decided = reviewed;
  if (decision) {
    const reason = review.reviewReason ?? null;
    const asked = { jobs, apps: [before], decision, reason, moderatorId: viewer.id, batchId: null, now };
    decided = (await applyDecision(tx, asked)).get(id) ?? null;
  } else if (reviewed) {
    const reviewedAt = 'status' in reviewed.after ? null : before.reviewedAt;
    await tx
      .update(apps)
      .set({ ...review, reviewedAt, updatedAt: now })
      .where(eq(apps.id, id));
  }
  await recordAction(
    tx,
    { actorId: viewer.id, now },
    {
      action: 'app.edited',
      appId: id,
      before: { ...corrected?.before, ...decided?.before },
      after: { ...corrected?.after, ...decided?.after },
    },
  );
  const fields = Object.keys(corrected?.after ?? {}).filter(nameOfField);
  if (fields.length > 0 && before.submittedBy !== viewer.id)
    await jobs.enqueue(tx, correctionMails, { kind: 'corrected', appId: id, fields });
  return { app: await readAdminApp(tx, id, viewer), isMoved };
}
