import { isIPv4, isIPv6 } from 'node:net';
import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { lte } from 'drizzle-orm';
import { type Db, one } from '../db/client.ts';
import { networkKey, randomKey } from '../db/schema/network-key.table.ts';

export interface Network {
  name: string;
  /** Length of the IPv6 prefix. Null for IPv4. */
  prefixLength: number | null;
  limitFactor: number;
}

/** Wider networks have a higher limit, because a /48 of a mobile carrier has thousands of users. */
const ipv6Networks = [
  { prefixLength: 64, limitFactor: 1 },
  { prefixLength: 56, limitFactor: 2 },
  { prefixLength: 48, limitFactor: 8 },
] as const;

function bareAddress(address: string): string {
  const [, bracketed] = /^\[(.*)\](?::\d+)?$/.exec(address) ?? [];
  const [, withPort] = /^([\d.]+):\d+$/.exec(address) ?? [];
  return (bracketed ?? withPort ?? address).replace(/%.*$/, '');
}

/** All invalid addresses share one limit. Otherwise each invented address would have its own. */
const NO_ADDRESS = 'unknown';

function prefixOf(parts: readonly number[], prefixLength: number): string {
  const kept = parts.slice(0, Math.ceil(prefixLength / 16));
  const words = kept.map((part, index) =>
    ((index + 1) * 16 > prefixLength ? part & 0xff00 : part).toString(16),
  );
  return `${words.join(':')}::/${prefixLength}`;
}

/** Returns the networks of an address, smallest first. A closed socket has no address. */
export function networksOf(address: string | undefined): readonly [Network, ...Network[]] {
  const plain = bareAddress(address ?? '');
  if (isIPv4(plain)) return [{ name: plain, prefixLength: null, limitFactor: 1 }];
  if (!isIPv6(plain)) return [{ name: NO_ADDRESS, prefixLength: null, limitFactor: 1 }];
  const parsed = ipaddr.IPv6.parse(plain);
  if (parsed.isIPv4MappedAddress())
    return [{ name: parsed.toIPv4Address().toString(), prefixLength: null, limitFactor: 1 }];
  const [smallest, ...wider] = ipv6Networks;
  const named = ({ prefixLength, limitFactor }: (typeof ipv6Networks)[number]): Network => ({
    name: prefixOf(parsed.parts, prefixLength),
    prefixLength,
    limitFactor,
  });
  return [named(smallest), ...wider.map(named)];
}

/** Returns the /24 or /48 of the address. Providers assign no larger network to one customer. */
export function wideNetworkOf(address: string | undefined): string {
  const networks = networksOf(address);
  const widest = networks.at(-1) ?? networks[0];
  if (widest.prefixLength !== null || widest.name === NO_ADDRESS) return widest.name;
  return `${ipaddr.IPv4.networkAddressFromCIDR(`${widest.name}/24`).toString()}/24`;
}

const KEY_READ_MS = 60_000;
const KEY_KEPT_MS = 30 * 24 * 3_600_000;

const readKey = async (db: Db): Promise<Buffer> =>
  one(await db.select({ key: networkKey.monthlyKey }).from(networkKey)).key;

const hashOfNetwork = (key: Buffer, address: string | undefined) =>
  createHmac('sha256', key).update(wideNetworkOf(address));

/** Returns a keyed hash of the /24 or /48. It is stable until the key is replaced. */
export async function hashForMonth(db: Db, address: string | undefined): Promise<string> {
  return hashOfNetwork(await readKey(db), address).digest('base64url');
}

const keys = new WeakMap<Db, { key: Promise<Buffer>; until: number }>();

/** Reads the key once a minute, so it may be a minute old if another node replaced it. */
function recentKey(db: Db): Promise<Buffer> {
  const known = keys.get(db);
  if (known && known.until > performance.now()) return known.key;
  const key = readKey(db);
  keys.set(db, { key, until: performance.now() + KEY_READ_MS });
  key.catch(() => keys.delete(db));
  return key;
}

/** Returns `hashForMonth` as bytes, with a cached key, because votes are frequent. */
export async function networkOfVote(db: Db, address: string | undefined): Promise<Buffer> {
  return hashOfNetwork(await recentKey(db), address).digest();
}

/** Replaces the key after 30 days, so that earlier hashes lead to no address. Returns the number of replaced keys. */
export async function replaceMonthlyKey(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEY_KEPT_MS);
  const { rowCount } = await db
    .update(networkKey)
    .set({ monthlyKey: randomKey, monthlyKeyAt: now })
    .where(lte(networkKey.monthlyKeyAt, before));
  return rowCount ?? 0;
}

const ALPHABET = 26;

const letterOf = (index: number): string =>
  (index < ALPHABET ? '' : letterOf(Math.floor(index / ALPHABET) - 1)) +
  String.fromCharCode(65 + (index % ALPHABET));

/** Returns a function that assigns letters to distinct networks in the order of calls: A to Z, AA, AB… */
export function networkLetters() {
  const letters = new Map<string, string>();
  function letterFor(network: string): string;
  function letterFor(network: string | null): string | null;
  function letterFor(network: string | null): string | null {
    if (network === null) return null;
    const letter = letters.get(network) ?? letterOf(letters.size);
    letters.set(network, letter);
    return letter;
  }
  return letterFor;
}
