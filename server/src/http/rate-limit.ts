import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import ipaddr from 'ipaddr.js';
import { Refusal } from './refusal.ts';

/** So many calls in so many seconds. */
export interface Limit {
  calls: number;
  seconds: number;
}

export interface RateLimits {
  /** Counts one call of this action for this caller; refuses with 429 and Retry-After when there were too many. */
  consume(action: string, caller: string, limit: Limit): Promise<void>;
}

/** The network of an address: itself for IPv4, its /64 for IPv6, because one person commands all of those. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/** Limits counted in the database, so that every node sees the same counts. */
export function databaseRateLimits(pool: pg.Pool): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = (action: string, { calls, seconds }: Limit) => {
    let limiter = limiters.get(action);
    if (!limiter) {
      limiter = new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: action,
        points: calls,
        duration: seconds,
      });
      limiters.set(action, limiter);
    }
    return limiter;
  };
  return {
    async consume(action, caller, limit) {
      try {
        await limiterOf(action, limit).consume(caller);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
        throw new Refusal('too_many_requests', { headers: { 'retry-after': String(seconds) } });
      }
    },
  };
}

/** No limits at all: for load tests. */
export const noRateLimits: RateLimits = { consume: async () => {} };

/** One caller for an account seen from a network; hashed, because the table of limits is no place for addresses. */
export function hashedCaller(account: string, address: string): string {
  return createHash('sha256')
    .update(`${account}\n${networkOf(address)}`)
    .digest('base64url');
}
