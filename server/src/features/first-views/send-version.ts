import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { waitingVersions } from '../../db/schema/first-views.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import { Refusal } from '../../http/refusal.ts';
import { recordAction } from '../audit-log/audit-log.ts';
import { readVersionFrom } from '../listings/budgets/view-budgets.ts';
import { beginBaseline, settleChanges } from '../listings/changes/baseline.ts';
import { lockOwnApp } from '../listings/own/lock-own-app.ts';

interface Version {
  appId: string;
  makerId: string;
  /** The maker's text about the version. Null cancels the waiting version. */
  note: string | null;
  now: Date;
}

/** Sends a new version for review or cancels the waiting one. Rejects with `app_not_found` or `version_too_soon`. */
export async function replaceWaitingVersion(db: Db, { appId, makerId, note, now }: Version): Promise<void> {
  await inTransaction(db, async (tx) => {
    const app = await lockOwnApp(tx, appId, { id: makerId });
    if (note !== null) {
      if (app.status !== 'approved') throw new Refusal('app_not_found');
      const from = await readVersionFrom(tx, appId, now);
      if (from === null || from > now) throw new Refusal('version_too_soon');
    }
    await beginBaseline(tx, appId);
    const dropped = await tx.delete(waitingVersions).where(eq(waitingVersions.appId, appId)).returning();
    if (note !== null)
      await tx.insert(waitingVersions).values({ appId, note, askedBy: makerId, createdAt: now });
    await settleChanges(tx, appId, now);
    const before = dropped[0]?.note ?? null;
    if (before === note) return;
    await recordAction(
      tx,
      { actorId: makerId, now },
      {
        action: note === null ? 'app.version_cancelled' : 'app.version_sent',
        appId,
        before: { version: before },
        after: { version: note },
      },
    );
  });
}
