import type { OwnApp } from '@zapdeck/contract/apps/apps';
import { message } from '@zapdeck/contract/wire/message';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { Refusal } from '../../../http/refusal.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import { differences, recordAction } from '../../audit-log/audit-log.ts';
import { appMails } from '../../makers/app-mails.ts';
import { requireHostAllowed } from '../address/blocked-hosts.ts';
import type { Viewer } from '../present/present-app.ts';
import { dropWaiting, nothingWaits } from '../changes/waiting-changes.ts';
import { uncheckedAt } from '../address/new-address.ts';
import { lockOwnApp } from './lock-own-app.ts';
import { readOwnApp } from './own-app.ts';

interface Withdrawal {
  id: string;
  maker: Viewer;
  now: Date;
}

/** Withdraws an app. A rejected app stays rejected. Rejects with `app_not_found`. */
export async function withdrawApp(db: Db, { id, maker, now }: Withdrawal): Promise<OwnApp> {
  return inTransaction(db, async (tx) => {
    const before = await lockOwnApp(tx, id, maker);
    if (before.status !== 'rejected') {
      const waiting = (await dropWaiting(tx, [id])).get(id) ?? nothingWaits;
      const values = { status: 'rejected' as const, reviewReason: null, reviewedAt: null, withdrawnAt: now };
      await tx
        .update(apps)
        .set({ ...values, updatedAt: now })
        .where(eq(apps.id, id));
      const changed = differences({ ...before, ...waiting }, { ...values, ...nothingWaits });
      await recordAction(tx, { actorId: maker.id, now }, { action: 'app.withdrawn', appId: id, ...changed });
    }
    return readOwnApp(tx, id, maker);
  });
}

/** Resubmits a rejected app. The caller must check the page. Rejects with `already_decided`, `host_blocked` and others. */
export async function resubmitApp(
  db: Db,
  { id, maker, now, jobs }: Withdrawal & { jobs: JobQueue },
): Promise<OwnApp> {
  return inTransaction(db, async (tx) => {
    const before = await lockOwnApp(tx, id, maker);
    if (before.status !== 'rejected') {
      const text =
        before.status === 'approved'
          ? message('This app is already in the deck.')
          : message('This app is already waiting for review.');
      throw new Refusal('already_decided', { message: text });
    }
    await requireHostAllowed(tx, before.url);
    const values = { status: 'pending' as const, reviewReason: null, reviewedAt: null, withdrawnAt: null };
    await dropWaiting(tx, [id]);
    await tx
      .update(apps)
      .set({ ...values, ...uncheckedAt(before.url, now), updatedAt: now })
      .where(eq(apps.id, id));
    const changed = differences(before, values);
    await recordAction(tx, { actorId: maker.id, now }, { action: 'app.resubmitted', appId: id, ...changed });
    await jobs.enqueue(tx, appMails, { kind: 'received', appId: id });
    return readOwnApp(tx, id, maker);
  });
}
