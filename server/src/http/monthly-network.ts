import { createHmac } from 'node:crypto';
import { lte } from 'drizzle-orm';
import { type Db, one } from '../db/client.ts';
import { networkKey, randomKey } from '../db/schema/network-key.table.ts';
import { wideNetworkOf } from './networks.ts';

const KEY_READ_MS = 60_000;
const KEY_KEPT_MS = 30 * 24 * 3_600_000;

const readKey = async (db: Db): Promise<Buffer> =>
  one(await db.select({ key: networkKey.monthlyKey }).from(networkKey)).key;

const hashOf = (key: Buffer, address: string | undefined) =>
  createHmac('sha256', key).update(wideNetworkOf(address));

/** Returns a keyed hash of the /24 or /48 of an address: equal for one network until the key is replaced. */
export async function hashForMonth(db: Db, address: string | undefined): Promise<string> {
  return hashOf(await readKey(db), address).digest('base64url');
}

const keys = new WeakMap<Db, { key: Promise<Buffer>; until: number }>();

/** Reads the key at most once a minute, so another node may have replaced it a minute ago. */
function recentKey(db: Db): Promise<Buffer> {
  const known = keys.get(db);
  if (known && known.until > performance.now()) return known.key;
  const key = readKey(db);
  keys.set(db, { key, until: performance.now() + KEY_READ_MS });
  key.catch(() => keys.delete(db));
  return key;
}

/** Returns the hash of `hashForMonth` as bytes. Votes are too frequent to read the key for each. */
export async function networkOfVote(db: Db, address: string | undefined): Promise<Buffer> {
  return hashOf(await recentKey(db), address).digest();
}

/**
 * Replaces the key after 30 days. Without it, nothing leads from earlier hashes to addresses. Returns the number of replaced keys,
 * for the purges.
 */
export async function replaceMonthlyKey(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEY_KEPT_MS);
  const { rowCount } = await db
    .update(networkKey)
    .set({ monthlyKey: randomKey, monthlyKeyAt: now })
    .where(lte(networkKey.monthlyKeyAt, before));
  return rowCount ?? 0;
}
