import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Route } from '@zapdeck/contract/wire/route';
import { routes } from '@zapdeck/contract/wire/routes';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestApp, type Person, type Role, type TestApp, visitor } from '../testing/test-app.ts';
import { testEachRoute } from '../testing/test-routes.ts';
import { handledRoutes } from './contract-route.ts';
import {
  consumeForAccountAndNetwork,
  consumeForNetwork,
  databaseRateLimits,
  type Limit,
  type RateLimits,
  requireLeftForNetwork,
} from './rate-limit.ts';

const names = Object.keys(routes) as (keyof typeof routes)[];

type Count = Parameters<RateLimits['consume']>;

/** Counted calls, by caller. */
const counted: Count[] = [];
const LIMITS = new URL('../../../docs/limits.md', import.meta.url);

let t: TestApp;
/** A second node on the same database, and one without limits. */
let other: TestApp;
let unlimited: TestApp;

beforeAll(async () => {
  const limits = ({ pool }: TestApp['database']): RateLimits => {
    const real = databaseRateLimits(pool);
    return {
      ...real,
      async consume(...count) {
        counted.push(count);
        await real.consume(...count);
      },
    };
  };
  const env = { TRUSTED_PROXIES: '127.0.0.1' };
  t = await openTestApp({ rateLimits: limits, env });
  other = await openTestApp({ rateLimits: limits, env, database: t.database });
  unlimited = await openTestApp({ env, database: t.database });
});
afterAll(async () => {
  await other.close();
  await unlimited.close();
  await t.close();
});

interface Caller {
  person: Person;
  address: string;
}

let addresses = 0;
/** Returns a new caller from a new network. */
async function newCaller({ access }: Route): Promise<Caller> {
  const role =
    access === 'public' ? 'visitor' : access === 'admin' || access === 'moderator' ? access : 'member';
  addresses += 1;
  const address = `198.51.${Math.floor(addresses / 250)}.${addresses % 250}`;
  return { person: await t.person(role), address };
}

/** Sends a request without input, which is counted although it is rejected. */
async function request(
  route: Route,
  { person, address }: Caller,
  on = t,
  headers: Record<string, string> = {},
) {
  const response = await on.app.inject({
    method: route.method,
    url: route.path.replace(':id', 'none'),
    headers: { origin: on.deps.config.publicUrl, 'x-forwarded-for': address, ...headers },
    cookies: person.cookies,
    ...(route.method === 'GET' || route.encoding ? {} : { payload: {} }),
  });
  return { status: response.statusCode, retryAfter: Number(response.headers['retry-after']) };
}

/** Uses up all but one of the allowed requests. */
async function useUp([action, caller, limit]: Count, made: number): Promise<void> {
  for (let call = made; call < limit.calls - 1; call += 1)
    await t.deps.rateLimits.consume(action, caller, limit);
}

function limitOf(route: Route): Limit {
  return handledRoutes(t.app).get(route) ?? { calls: 0, seconds: 0 };
}

testEachRoute(names, 'allows each caller its number of requests, then returns 429: %s', async (name) => {
  const route: Route = routes[name];
  const caller = await newCaller(route);
  counted.length = 0;
  expect((await request(route, caller)).status).not.toBe(429);
  const [count] = counted;
  if (!count) throw new Error(`${name} is not limited`);
  expect(count[2]).toEqual(limitOf(route));
  await useUp(count, 1);
  expect((await request(route, caller)).status).not.toBe(429);
  const refused = await request(route, caller);
  expect(refused.status).toBe(429);
  expect(refused.retryAfter).toBeGreaterThan(0);
  expect(refused.retryAfter).toBeLessThanOrEqual(count[2].seconds);
  expect((await request(route, await newCaller(route))).status).not.toBe(429);
  expect((await request(route, caller, unlimited)).status).not.toBe(429);
  expect((await request(route, caller, other)).status === 429).toBe(!count[2].perNode);
});

testEachRoute(
  names.filter((name) => routes[name].access !== 'public'),
  'counts requests without a valid session for their network: %s',
  async (name) => {
    const route: Route = routes[name];
    const address = `203.0.113.${(addresses += 1) % 250}`;
    const withUnknownSession = () => ({ user: null, cookies: { [t.deps.cookie.name]: randomUUID() } });
    const signedIn = (await newCaller(route)).person;
    counted.length = 0;
    expect((await request(route, { person: visitor, address })).status).toBe(401);
    const [count] = counted;
    if (!count) throw new Error(`${name} does not count calls without a session`);
    expect(count[2]).toMatchObject({ calls: limitOf(route).calls, perNode: true });
    expect((await request(route, { person: signedIn, address })).status).not.toBe(429);
    await useUp(count, 1);
    expect((await request(route, { person: withUnknownSession(), address })).status).toBe(401);
    const connects = vi.spyOn(t.deps.pool, 'connect');
    const refused = await request(route, { person: withUnknownSession(), address });
    expect(refused.status).toBe(429);
    expect(refused.retryAfter).toBeLessThanOrEqual(60);
    expect((await request(route, { person: visitor, address })).status).toBe(429);
    expect(connects).not.toHaveBeenCalled();
    connects.mockRestore();
    // Users with a known session are not refused because of others behind their address.
    expect((await request(route, { person: signedIn, address })).status).not.toBe(429);
  },
);

testEachRoute(
  names.filter((name) => routes[name].method !== 'GET'),
  'counts requests from other origins: %s',
  async (name) => {
    const route: Route = routes[name];
    const caller = await newCaller(route);
    counted.length = 0;
    const foreign = { origin: 'https://evil.example' };
    expect((await request(route, caller, t, foreign)).status).toBe(403);
    const [count] = counted;
    if (!count) throw new Error(`${name} does not count requests from other origins`);
    await useUp(count, 1);
    expect((await request(route, caller, t, foreign)).status).toBe(403);
    expect((await request(route, caller, t, foreign)).status).toBe(429);
    expect((await request(route, caller)).status).not.toBe(429);
  },
);

test.each<[Role, 'castVote' | 'adminStats']>([
  ['guest', 'castVote'],
  ['member', 'adminStats'],
])('counts requests of a %s that lacks the role for the user: %s', async (role, name) => {
  const caller = { person: await t.person(role), address: `203.0.113.${(addresses += 1) % 250}` };
  counted.length = 0;
  expect((await request(routes[name], caller)).status).toBe(403);
  const [count] = counted;
  if (!count) throw new Error('A refused call is not counted');
  await useUp(count, 1);
  expect((await request(routes[name], caller)).status).toBe(403);
  expect((await request(routes[name], caller)).status).toBe(429);
});

test('requests outside the API share one limit per network, except health checks', async () => {
  const send = (url: string, address: string, method: 'GET' | 'PUT' = 'GET') =>
    t.app.inject({ url, method, headers: { 'x-forwarded-for': address } });
  counted.length = 0;
  expect((await send('/api/docs', '203.0.113.2')).statusCode).toBe(200);
  const [count] = counted;
  if (!count) throw new Error('The documentation is not limited');
  await useUp(count, 1);
  expect((await send('/api/openapi.json', '203.0.113.2')).statusCode).toBe(200);
  for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/style.css', '/api/nothing', '/nothing'])
    expect((await send(url, '203.0.113.2')).statusCode).toBe(429);
  expect((await send('/api/votes', '203.0.113.2', 'PUT')).statusCode).toBe(429);
  expect((await send('/api/docs', '203.0.113.3')).statusCode).toBe(200);
  for (const url of ['/healthz', '/readyz']) expect((await send(url, '203.0.113.2')).statusCode).toBe(200);
  expect(await readFile(LIMITS, 'utf8')).toContain(`${count[2].calls} a minute for each network`);
});

test('an in-memory count sends no query, and an exceeded limit writes nothing', async () => {
  const statements: unknown[] = [];
  const record = (query: unknown) => void statements.push(query);
  const pool = { query: record, connect: record } as never;
  const limits = databaseRateLimits(pool);
  await limits.consume('vote', 'someone', { calls: 2, seconds: 60, perNode: true });
  expect(statements).toEqual([]);

  const real = databaseRateLimits(t.deps.pool);
  const limit = { calls: 1, seconds: 60 };
  await real.consume('flood', 'someone', limit);
  await expect(real.consume('flood', 'someone', limit)).rejects.toMatchObject({ status: 429 });
  const counts = () => t.deps.pool.query(`SELECT points FROM rate_limits WHERE key = 'flood:someone'`);
  const before = (await counts()).rows;
  await expect(real.consume('flood', 'someone', limit)).rejects.toMatchObject({ status: 429 });
  expect((await counts()).rows).toEqual(before);
});

describe.each([
  ['/56', 2, (index: number) => `2001:db8:1:${index.toString(16)}::1`],
  ['/48', 8, (index: number) => `2001:db8:1:${(index * 256).toString(16)}::1`],
])('the networks of one IPv6 %s share %i times the limit of one network', (_bits, share, addressOf) => {
  const limit: Limit = { calls: 1, seconds: 60, perNode: true };

  test('for requests', async () => {
    const limits = databaseRateLimits(t.deps.pool);
    for (let index = 0; index < share; index += 1) {
      await requireLeftForNetwork(limits, 'request', addressOf(index), limit);
      await consumeForNetwork(limits, 'request', addressOf(index), limit);
    }
    for (const count of [requireLeftForNetwork, consumeForNetwork])
      await expect(count(limits, 'request', addressOf(share), limit)).rejects.toMatchObject({ status: 429 });
  });

  test('for attempts on one account', async () => {
    const limits = databaseRateLimits(t.deps.pool);
    const attempt = (account: string, index: number) =>
      consumeForAccountAndNetwork(limits, 'attempt', { account, address: addressOf(index) }, limit);
    for (let index = 0; index < share; index += 1) await attempt('victim@example.org', index);
    await expect(attempt('victim@example.org', share)).rejects.toMatchObject({ status: 429 });
    await attempt('another@example.org', share);
  });
});
