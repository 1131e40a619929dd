import { hash } from 'node:crypto';
import type pg from 'pg';
import {
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { gt, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/client.ts';
import { deleteAll, deleteBatch } from '../db/delete-batches.ts';
import { rateLimits } from '../db/schema/rate-limits.table.ts';
import { type Network, networksOf } from './networks.ts';
import { Refusal } from './refusal.ts';
import { createSlots, NoSlot } from '../urls/slots.ts';

export interface Limit {
  calls: number;
  seconds: number;
  /** Counted in memory per node, for frequent calls that a round trip would slow down. */
  perNode?: true;
}

/** Nobody reads or writes four times a second for a minute. */
export const defaultLimits = {
  read: { calls: 600, seconds: 60, perNode: true },
  write: { calls: 240, seconds: 60, perNode: true },
} as const satisfies Record<string, Limit>;

export interface RateLimits {
  /** Counts a call of the action by the caller. Above the limit, rejects with 429 and Retry-After. */
  consume(action: string, caller: string, limit: Limit): Promise<void>;
  /** Counts calls and returns false above the limit. */
  isWithin(action: string, caller: string, limit: Limit, calls?: number): Promise<boolean>;
  refund(action: string, caller: string, limit: Limit): Promise<void>;
  /** Rejects like `consume` without counting. */
  requireLeft(action: string, caller: string, limit: Limit): Promise<void>;
  /** Returns true if another call is within the limit. Counts nothing. */
  hasLeft(action: string, caller: string, limit: Limit): Promise<boolean>;
}

const SHARED_WAIT_MS = 1_000;

/** Creates limits in the database. Caches callers over a limit. Workers of a node count in its first process. */
export function databaseRateLimits(pool: pg.Pool, { isWorker = false } = {}): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres | RateLimiterMemory | RateLimiterCluster>();
  const newLimiter = (action: string, { calls, seconds, perNode }: Limit) => {
    const counted = { keyPrefix: action, points: calls, duration: seconds };
    if (perNode && isWorker) return new RateLimiterCluster({ ...counted, timeoutMs: SHARED_WAIT_MS });
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
  const count = async (action: string, caller: string, limit: Limit, calls = 1): Promise<number> => {
    try {
      await limiterOf(action, limit).consume(caller, calls);
      return 0;
    } catch (error) {
      if (error instanceof RateLimiterRes) return Math.max(1, error.msBeforeNext);
      if (limit.perNode) return 0;
      throw error;
    }
  };
  const waitMsOf = async (action: string, caller: string, limit: Limit): Promise<number> => {
    const counted = await limiterOf(action, limit)
      .get(caller)
      .catch((error: unknown) => {
        if (limit.perNode) return null;
        throw error;
      });
    return counted && counted.consumedPoints >= limit.calls ? Math.max(1, counted.msBeforeNext) : 0;
  };
  const refuseCall = (waitMs: number): never => {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    throw new Refusal('too_many_requests', { headers: { 'retry-after': String(seconds) } });
  };
  return {
    async consume(action, caller, limit) {
      const waitMs = await count(action, caller, limit);
      if (waitMs > 0) refuseCall(waitMs);
    },
    isWithin: async (action, caller, limit, calls) => (await count(action, caller, limit, calls)) === 0,
    async refund(action, caller, limit) {
      await limiterOf(action, limit).reward(caller);
    },
    async requireLeft(action, caller, limit) {
      const waitMs = await waitMsOf(action, caller, limit);
      if (waitMs > 0) refuseCall(waitMs);
    },
    hasLeft: async (action, caller, limit) => (await waitMsOf(action, caller, limit)) === 0,
  };
}

/** Admits every call, for load tests. */
export const noRateLimits: RateLimits = {
  consume: async () => {},
  isWithin: async () => true,
  refund: async () => {},
  requireLeft: async () => {},
  hasLeft: async () => true,
};

type NetworkCount = [action: string, address: string | undefined, limit: Limit];

/** Returns one count per network. Each prefix length has its own action name, because an action has one limit. */
function callCountsOf([action, address, limit]: NetworkCount): [string, string, Limit][] {
  return networksOf(address).map(({ name, prefixLength, limitFactor }: Network) => [
    limitFactor === 1 ? action : `${action} /${prefixLength}`,
    name,
    { ...limit, calls: limit.calls * limitFactor },
  ]);
}

/** Counts networks, smallest first. Rejects with 429 at the first exhausted one, so a /64 cannot exhaust its /48. */
export async function consumeForNetwork(limits: RateLimits, ...asked: NetworkCount): Promise<void> {
  for (const count of callCountsOf(asked)) await limits.consume(...count);
}

/** Rejects with 429 if the limit of a network is exhausted. Counts nothing. */
export async function requireLeftForNetwork(limits: RateLimits, ...asked: NetworkCount): Promise<void> {
  for (const count of callCountsOf(asked)) await limits.requireLeft(...count);
}

const LONGEST_LIMIT_MS = 2 * 3_600_000;

/** Deletes counts stored while the clock was ahead, which would reject calls until that time. */
export async function deleteFutureLimits(db: Db, now: Date): Promise<void> {
  const isAhead = gt(rateLimits.expire, now.getTime() + LONGEST_LIMIT_MS);
  await deleteAll(() => deleteBatch(db, rateLimits, isAhead));
}

export async function forgetCaller(db: Db, caller: string): Promise<void> {
  const suffix = `:${caller}`;
  await db.delete(rateLimits).where(sql`right(${rateLimits.key}, ${suffix.length}) = ${suffix}`);
}

export function hashOfCaller(caller: string): string {
  return hash('sha256', caller, 'base64url');
}

/** Counts the call per account and network. Rejects with 429 above the limit. */
export async function consumeForAccountAndNetwork(
  limits: RateLimits,
  action: string,
  { account, address }: { account: string; address: string },
  limit: Limit,
): Promise<void> {
  for (const [counted, network, shared] of callCountsOf([action, address, limit]))
    await limits.consume(counted, hashOfCaller(`${account}\n${network}`), shared);
}

export interface AccountLimits {
  perAccountAndNetwork: Limit;
  perNetwork: Limit;
  perAccount: Limit;
}

/** Returns false above the account's limit. Rejecting for that alone would lock the owner out. */
export async function throttleAccount(
  limits: RateLimits,
  action: string,
  { account, address }: { account: string; address: string },
  { perAccountAndNetwork, perNetwork, perAccount }: AccountLimits,
): Promise<boolean> {
  await consumeForNetwork(limits, `${action}-network`, address, perNetwork);
  await consumeForAccountAndNetwork(limits, action, { account, address }, perAccountAndNetwork);
  return limits.isWithin(`${action}-account`, hashOfCaller(account), perAccount);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    isUnlimited?: true;
  }
}

/** For pages, their files, the documentation and unknown addresses. A first visit sends about thirty requests. */
const perNetwork: Limit = { calls: 3_000, seconds: 60, perNode: true };

/** Limits requests per network that have no other limit. */
export function limitTheRest(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onRequest', async ({ routeOptions, ip }) => {
    if (routeOptions.config.isUnlimited) return;
    await consumeForNetwork(limits, 'pages', ip, perNetwork);
  });
}

const WAIT_MAX_MS = 1_500;

/** Returns a function that limits concurrent work per key and in total. It rejects with `unavailable` after a long wait. */
export function workSlots(limits: Parameters<typeof createSlots>[0]) {
  const slots = createSlots(limits);
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await slots.run(key, AbortSignal.timeout(WAIT_MAX_MS), work);
    } catch (error) {
      throw error instanceof NoSlot ? new Refusal('unavailable') : error;
    }
  };
}
