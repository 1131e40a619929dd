import type { AdminApp, AppStatus, OwnApp, SubmitForm } from '@zapdeck/contract/apps';
import { eq } from 'drizzle-orm';
import { newId } from '../../db/columns.ts';
import { type Db, one } from '../../db/client.ts';
import { isUniqueViolation } from '../../db/constraints.ts';
import { Refusal } from '../../http/refusal.ts';
import { normaliseAppUrl, type UrlRules } from './app-url.ts';
import { apps } from './apps.table.ts';
import { leaseFrom } from './frame-check.ts';
import { presentAdminApp, presentOwnApp, selectApps, type Viewer } from './present-app.ts';

const stateInWords: Readonly<Record<AppStatus, string>> = {
  pending: 'This app has been submitted before and is waiting for review.',
  approved: 'This app has been submitted before and is in the deck already.',
  rejected: 'This app has been submitted before and was not accepted.',
};

async function refuseKnownUrl(db: Db, url: string): Promise<never> {
  const [known] = await db.select({ status: apps.status }).from(apps).where(eq(apps.url, url));
  const message = stateInWords[known?.status ?? 'pending'];
  throw new Refusal('url_taken', { message, fields: { url: message } });
}

interface Submission {
  form: SubmitForm;
  submitter: Viewer;
  rules: UrlRules;
  now: Date;
}

/**
 * Stores a submission as pending, its check left to the caller. Refuses with `invalid_input` an address that may not be framed here, with `url_taken`
 * one that is known, naming what became of the first.
 */
export async function submitApp(db: Db, { form, submitter, rules, now }: Submission): Promise<OwnApp> {
  const url = normaliseAppUrl(form.url, rules);
  const id = newId();
  try {
    const { title, description, category, tags } = form;
    const values = { title, description, category, tags: [...new Set(tags)] };
    await db.insert(apps).values({
      ...values,
      id,
      url,
      submittedBy: submitter.id,
      frameCheckDueAt: leaseFrom(now),
      createdAt: now,
      updatedAt: now,
    });
  } catch (error) {
    if (isUniqueViolation(error, 'apps_url_key')) return refuseKnownUrl(db, url);
    throw error;
  }
  return presentOwnApp(one(await selectApps(db, submitter).where(eq(apps.id, id))), submitter);
}

interface Review {
  id: string;
  status: 'approved' | 'rejected';
  reason: string | null;
  reviewer: Viewer;
  now: Date;
}

/** Approves or rejects an app, with the reason that its submitter is told. Refuses an unknown id with `app_not_found`. */
export async function reviewApp(db: Db, { id, status, reason, reviewer, now }: Review): Promise<AdminApp> {
  const updated = await db
    .update(apps)
    .set({ status, reviewReason: reason, updatedAt: now })
    .where(eq(apps.id, id))
    .returning({ id: apps.id });
  if (updated.length === 0) throw new Refusal('app_not_found');
  return presentAdminApp(one(await selectApps(db, reviewer).where(eq(apps.id, id))), reviewer);
}
