import { submittedBefore } from '@zapdeck/contract/moderation/review';
import { filled, type Filled } from '@zapdeck/contract/wire/message';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import type { AppRow } from '../../../db/schema/apps.table.ts';
import { waitingUrls } from '../../../db/schema/waiting-urls.table.ts';
import { Refusal } from '../../../http/refusal.ts';
import { findAppAt, isAwaited } from './known-url.ts';

/** Throws `url_taken` with the status of the app that has the address. */
export function refuseTakenUrl(status: AppRow['status']): never {
  const message = submittedBefore(status);
  throw new Refusal('url_taken', { message, fields: { url: message } });
}

/** Rejects with `url_taken` if another app has the address or has it in a waiting change. */
export async function requireFreeUrl(db: Db, url: string, appId: string): Promise<void> {
  const known = await findAppAt(db, url, appId);
  if (known) refuseTakenUrl(known.status);
  if (await isAwaited(db, url, appId)) refuseTakenUrl('pending');
}

const takenSince: Readonly<Record<AppRow['status'], (app: { title: string }) => Filled>> = {
  pending: ({ title }) =>
    filled(
      '“{title}” (pending) now has this address, so nothing was changed. Refuse the change. To accept it, first delete that app or change its address.',
      { title },
    ),
  approved: ({ title }) =>
    filled(
      '“{title}” (approved) now has this address, so nothing was changed. Refuse the change. To accept it, first delete that app or change its address.',
      { title },
    ),
  rejected: ({ title }) =>
    filled(
      '“{title}” (rejected) now has this address, so nothing was changed. Refuse the change. To accept it, first delete that app or change its address.',
      { title },
    ),
};

/** Rejects with `url_taken` and a message for moderators if another app has the address. */
export async function requireStillFree(tx: Db, url: string, appId: string): Promise<void> {
  const other = await findAppAt(tx, url, appId);
  if (!other) return;
  throw new Refusal('url_taken', { message: takenSince[other.status](other) });
}

interface WantedUrl {
  appId: string;
  url: string | null;
  askedBy: string;
  now: Date;
}

export async function replaceWaitingUrl(tx: Db, { appId, url, askedBy, now }: WantedUrl): Promise<void> {
  if (url !== null) await requireFreeUrl(tx, url, appId);
  await tx.delete(waitingUrls).where(eq(waitingUrls.appId, appId));
  if (url === null) return;
  const stored = await tx
    .insert(waitingUrls)
    .values({ appId, url, askedBy, createdAt: now })
    .onConflictDoNothing()
    .returning({ url: waitingUrls.url });
  if (stored.length === 0) refuseTakenUrl('pending');
}
