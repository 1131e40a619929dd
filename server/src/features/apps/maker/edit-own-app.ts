import type { OwnApp } from '@zapdeck/contract/apps';
import type { OwnAppEdit } from '@zapdeck/contract/change-own-app';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { isUniqueViolation } from '../../../db/constraints.ts';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';
import { Refusal } from '../../../http/refusal.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import { differences, recordAction } from '../../audit-log/audit-log.ts';
import { requireHostAllowed } from '../moderation/blocked-hosts.ts';
import { normaliseAppUrl, type UrlRules } from '../app-url.ts';
import { tellIfUnverified } from '../verification/verification.ts';
import { beginBaseline, forgetPage, isPublished, settleChanges } from '../changes/baseline.ts';
import { givenWords } from '../listing-words.ts';
import type { Viewer } from '../present-app.ts';
import { awaitUrl, dropWaitingUrl, readWaitingUrl, requireFreeUrl, uncheckedAt } from './waiting-url.ts';
import { lockOwnApp } from './lock-own-app.ts';
import { readOwnApp } from './own-app.ts';
import { onOne } from '../../../db/read-pool.ts';

interface Edit {
  id: string;
  edit: OwnAppEdit;
  jobs: JobQueue;
  maker: Viewer;
  rules: UrlRules;
  now: Date;
}

/** The address that is to wait once the edit is stored: one in the deck is not replaced before somebody has looked. */
function waitingAfter(app: AppRow, waiting: string | null, url: string | undefined): string | null {
  if (!isPublished(app)) return null;
  if (url === undefined) return waiting;
  return url === app.url ? null : url;
}

/**
 * Changes an app for its maker at once, but for the address of one in the deck, which waits for review. Writes down what
 * changed; what is as it was before leaves no trace. Refuses with `app_not_found` what is not theirs, with
 * `already_decided` what is not as they saw it, with `url_taken` an address that is known, with `host_blocked`
 * one on a blocked host, with `invalid_input` one that may not be framed here. `isMoved` where its page is to be checked now.
 */
export async function editOwnApp(
  db: Db,
  { jobs, id, edit, maker, rules, now }: Edit,
): Promise<{ app: OwnApp; isMoved: boolean }> {
  const url = edit.url === undefined ? undefined : normaliseAppUrl(edit.url, rules);
  try {
    return await db.transaction(async (tx) => {
      const before = await lockOwnApp(tx, id, maker);
      const isAsSeen =
        edit.updatedAt === undefined || Date.parse(edit.updatedAt) === before.updatedAt.getTime();
      if (!isAsSeen) throw new Refusal('already_decided');
      if (url !== undefined && url !== before.url) await requireHostAllowed(tx, url);
      const waiting = await readWaitingUrl(tx, id);
      const waitingUrl = waitingAfter(before, waiting, url);
      const isMoved = url !== undefined && url !== before.url && !isPublished(before);
      const values = { ...givenWords(edit), ...(isMoved ? { url } : {}) };
      const changed = differences({ ...before, waitingUrl: waiting }, { ...values, waitingUrl });
      if (changed) {
        if (isMoved) await requireFreeUrl(tx, url, id);
        await beginBaseline(tx, id);
        await tx
          .update(apps)
          .set({ ...values, ...(isMoved ? uncheckedAt(url, now) : {}), updatedAt: now })
          .where(eq(apps.id, id));
        if (waitingUrl === null) await dropWaitingUrl(tx, id);
        else if (waitingUrl !== waiting)
          await awaitUrl(tx, { appId: id, url: waitingUrl, askedBy: maker.id, now });
        if (isMoved) {
          await forgetPage(tx, id);
          await tellIfUnverified(tx, jobs, before);
        }
        await settleChanges(tx, id, now);
        await recordAction(
          tx,
          { actorId: maker.id, now },
          { action: 'app.changed', targetId: id, ...changed },
        );
      }
      return { app: await readOwnApp(onOne(tx), id, maker), isMoved };
    });
  } catch (error) {
    // Somebody else was faster with this address.
    if (isUniqueViolation(error, 'apps_url_key')) throw new Refusal('url_taken');
    throw error;
  }
}
