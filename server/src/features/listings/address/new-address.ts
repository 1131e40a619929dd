import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import { appMails } from '../../makers/app-mails.ts';

/** Longer than a batch of checks can take. */
const LEASE_MS = 3 * 60_000;

/** Returns the end of a lease. Until then, no other node checks the app. */
export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

export type CheckApp = (app: Pick<AppRow, 'id' | 'url' | 'thumbnailUrl'>) => Promise<void>;

/** Returns the columns of a new address: no result, and a lease for the check that the caller starts. */
export function uncheckedAt(url: string, now: Date): Partial<AppRow> {
  return {
    url,
    frameStatus: 'unknown',
    frameReason: null,
    frameCheckedAt: null,
    frameCheckDueAt: leaseFrom(now),
    unreachableSince: null,
  };
}

export async function tellIfUnverified(
  tx: Db,
  jobs: JobQueue,
  { id, verifiedAt }: Pick<AppRow, 'id' | 'verifiedAt'>,
): Promise<void> {
  if (verifiedAt === null) return;
  const [after] = await tx.select({ verifiedAt: apps.verifiedAt }).from(apps).where(eq(apps.id, id));
  if (after?.verifiedAt === null)
    await jobs.enqueue(tx, appMails, { kind: 'unverified', appId: id, cause: { code: 'moved' } });
}
