import { hash } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { sql } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import type { Db } from '../db/client.ts';
import { rateLimits } from '../db/schema/rate-limits.table.ts';
import { Refusal } from './refusal.ts';

/** So many calls in so many seconds. */
export interface Limit {
  calls: number;
  seconds: number;
  /** Each node counts for itself, in memory: for calls so many that a round trip for each would be felt. */
  perNode?: true;
}

/** What a call that names no limit of its own is held to. Nobody reads or writes four times a second for a minute. */
export const defaultLimits = {
  read: { calls: 600, seconds: 60, perNode: true },
  write: { calls: 240, seconds: 60, perNode: true },
} as const satisfies Record<string, Limit>;

export interface RateLimits {
  /** Counts one call of this action for this caller; refuses with 429 and Retry-After when there were too many. */
  consume(action: string, caller: string, limit: Limit): Promise<void>;
  /** Counts likewise but refuses nothing; says whether it is still within the limit. */
  isWithin(action: string, caller: string, limit: Limit): Promise<boolean>;
}

/** Without what some proxies put around an address: brackets, a port, the name of an interface. */
function bareAddress(address: string): string {
  const [, bracketed] = /^\[(.*)\](?::\d+)?$/.exec(address) ?? [];
  const [, withPort] = /^([\d.]+):\d+$/.exec(address) ?? [];
  return (bracketed ?? withPort ?? address).replace(/%.*$/, '');
}

/** All who come under a name that is no address: one caller, or whoever invents names would be as many as they like. */
const NO_ADDRESS = 'unknown';

/** Returns the address in one spelling, an IPv4 address in IPv6 notation as IPv4; null if it is none. */
function parseAddress(address: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const plain = bareAddress(address ?? '');
  if (isIPv4(plain)) return ipaddr.IPv4.parse(plain);
  if (!isIPv6(plain)) return null;
  const parsed = ipaddr.IPv6.parse(plain);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
}

/**
 * The network of an address: itself for IPv4, its /64 for IPv6, because one person commands all of those. There is no
 * address any more of who has hung up, whatever the types of the framework say.
 */
export function networkOf(address: string | undefined): string {
  const parsed = parseAddress(address);
  if (parsed === null) return NO_ADDRESS;
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/** Returns the /24 of an IPv4 address or the /48 of an IPv6 address: what one provider hands to one customer at most. */
export function wideNetworkOf(address: string | undefined): string {
  const parsed = parseAddress(address);
  if (parsed === null) return NO_ADDRESS;
  return parsed instanceof ipaddr.IPv4
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/24`).toString()}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/48`).toString()}/48`;
}

/**
 * Limits counted in the database, so that every node sees the same counts; those that say so are counted by each node
 * for itself. Who is over a limit is remembered, so that going on costs no round trip.
 */
export function databaseRateLimits(pool: pg.Pool): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres | RateLimiterMemory>();
  const newLimiter = (action: string, { calls, seconds, perNode }: Limit) => {
    const counted = { keyPrefix: action, points: calls, duration: seconds };
    if (perNode) return new RateLimiterMemory(counted);
    return new RateLimiterPostgres({
      ...counted,
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      inMemoryBlockOnConsumed: calls + 1,
    });
  };
  const limiterOf = (action: string, limit: Limit) => {
    const limiter = limiters.get(action) ?? newLimiter(action, limit);
    limiters.set(action, limiter);
    return limiter;
  };
  /** How long to wait in milliseconds; 0 while within the limit. */
  const count = async (action: string, caller: string, limit: Limit): Promise<number> => {
    try {
      await limiterOf(action, limit).consume(caller);
      return 0;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      return Math.max(1, error.msBeforeNext);
    }
  };
  return {
    async consume(action, caller, limit) {
      const waitMs = await count(action, caller, limit);
      if (waitMs === 0) return;
      const seconds = Math.ceil(waitMs / 1000);
      throw new Refusal('too_many_requests', { headers: { 'retry-after': String(seconds) } });
    },
    isWithin: async (action, caller, limit) => (await count(action, caller, limit)) === 0,
  };
}

/** No limits at all: for load tests. */
export const noRateLimits: RateLimits = { consume: async () => {}, isWithin: async () => true };

/** Forgets how often somebody called; `caller` is who was counted. */
export async function forgetCaller(db: Db, caller: string): Promise<void> {
  const suffix = `:${caller}`;
  await db.delete(rateLimits).where(sql`right(${rateLimits.key}, ${suffix.length}) = ${suffix}`);
}

function hashOf(caller: string): string {
  return hash('sha256', caller, 'base64url');
}

/** What is done to one account, from one network: guessing a password, asking for mails. */
export interface AccountLimits {
  perAccountAndNetwork: Limit;
  perNetwork: Limit;
  perAccount: Limit;
}

/**
 * Counts an attempt on an account by account and network together, by network, and by account. Only the first two
 * refuse, with 429: if the third did, anybody could lock the owner out. Returns whether the third is still within its
 * limit. Accounts are counted under a hash, because the table of limits is no place for addresses.
 */
export async function throttleAccount(
  limits: RateLimits,
  action: string,
  { account, address }: { account: string; address: string },
  { perAccountAndNetwork, perNetwork, perAccount }: AccountLimits,
): Promise<boolean> {
  const network = networkOf(address);
  await limits.consume(`${action}-network`, network, perNetwork);
  await limits.consume(action, hashOf(`${account}\n${network}`), perAccountAndNetwork);
  return limits.isWithin(`${action}-account`, hashOf(account), perAccount);
}
