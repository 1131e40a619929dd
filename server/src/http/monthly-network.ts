import { createHmac } from 'node:crypto';
import { lte } from 'drizzle-orm';
import { type Db, one } from '../db/client.ts';
import { networkKey, randomKey } from '../db/schema/network-key.table.ts';
import { wideNetworkOf } from './networks.ts';

const KEY_KEPT_MS = 30 * 24 * 3_600_000;

/** Returns a keyed hash of the /24 or /48 of an address: equal for one network until the key is replaced. */
export async function hashForMonth(db: Db, address: string | undefined): Promise<string> {
  const { key } = one(await db.select({ key: networkKey.monthlyKey }).from(networkKey));
  return createHmac('sha256', key).update(wideNetworkOf(address)).digest('base64url');
}

/** Replaces the key after 30 days. Without it, nothing leads from earlier hashes to addresses. */
export async function replaceMonthlyKey(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEY_KEPT_MS);
  await db
    .update(networkKey)
    .set({ monthlyKey: randomKey, monthlyKeyAt: now })
    .where(lte(networkKey.monthlyKeyAt, before));
}
