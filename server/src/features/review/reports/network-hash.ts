import { createHmac } from 'node:crypto';
import { and, isNotNull, lt } from 'drizzle-orm';
import { type Db, one } from '../../../db/client.ts';
import { isInBatch } from '../../../db/delete-batches.ts';
import { networkKey } from '../../../db/schema/network-key.table.ts';
import { reports } from '../../../db/schema/reports.table.ts';
import { wideNetworkOf } from '../../../http/networks.ts';

const KEPT_MS = 60 * 24 * 3_600_000;

/** Returns a keyed hash of the address's network. It cannot be reversed. */
export async function hashNetwork(db: Db, address: string | undefined): Promise<string> {
  const { key } = one(await db.select({ key: networkKey.key }).from(networkKey));
  return createHmac('sha256', key).update(wideNetworkOf(address)).digest('base64url');
}

/** Removes the networks of a batch of reports older than 60 days. */
export async function forgetOldNetworks(db: Db, now: Date): Promise<number> {
  const isOld = lt(reports.createdAt, new Date(now.getTime() - KEPT_MS));
  const batch = isInBatch(reports, and(isNotNull(reports.network), isOld));
  return (await db.update(reports).set({ network: null }).where(batch)).rowCount ?? 0;
}
