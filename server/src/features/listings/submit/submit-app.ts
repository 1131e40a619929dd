import type { OwnApp } from '@zapdeck/contract/apps/apps';
import type { SubmitForm } from '@zapdeck/contract/apps/listing';
import { eq } from 'drizzle-orm';
import { newId } from '../../../db/columns.ts';
import { type Db, one } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import { appMails } from '../../makers/app-mails.ts';
import { requireHostAllowed } from '../address/blocked-hosts.ts';
import { normaliseAppUrl, type UrlRules } from '../address/url-rules.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { promiseFirstViews } from '../budgets/view-budgets.ts';
import { leaseFrom } from '../address/new-address.ts';
import { findAppAt, isAwaited } from '../address/known-url.ts';
import { refuseTakenUrl } from '../address/waiting-url.ts';
import { listingWordsOf } from '../changes/listing-words.ts';
import { presentOwnApp, selectApps, type Viewer } from '../present/present-app.ts';

async function refuseKnownUrl(db: Db, url: string): Promise<never> {
  return refuseTakenUrl((await findAppAt(db, url))?.status ?? 'pending');
}

interface Submission {
  jobs: JobQueue;
  form: SubmitForm;
  submitter: Viewer;
  rules: UrlRules;
  now: Date;
}

/** Stores a submitted app. The caller must check the page. Rejects with `invalid_input`, `host_blocked` or `url_taken`. */
export async function submitApp(db: Db, { jobs, form, submitter, rules, now }: Submission): Promise<OwnApp> {
  const url = normaliseAppUrl(form.url, rules);
  await requireHostAllowed(db, url);
  const id = newId();
  const values = { ...listingWordsOf(form), tags: [...new Set(form.tags)] };
  const stored = await inTransaction(db, async (tx) => {
    if (await isAwaited(tx, url)) return undefined;
    // Catching the violation instead would abort the transaction.
    const inserted = await tx
      .insert(apps)
      .values({
        ...values,
        id,
        url,
        isLanguageOwn: values.language !== null,
        submittedBy: submitter.id,
        frameCheckDueAt: leaseFrom(now),
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: apps.id });
    if (inserted.length === 0) return undefined;
    await promiseFirstViews(tx, id, now);
    await jobs.enqueue(tx, appMails, { kind: 'received', appId: id });
    return one(await selectApps(tx).where(eq(apps.id, id)));
  });
  if (!stored) return refuseKnownUrl(db, url);
  return presentOwnApp({ ...stored, vote: null }, submitter);
}
