import { forgotPassword } from '@zapdeck/contract/accounts/account';
import { continueAsGuest, login } from '@zapdeck/contract/sign-in/auth';
import { lookAround } from '@zapdeck/contract/instance/pages';
import type { ErrorBody } from '@zapdeck/contract/wire/errors';
import { signup } from '@zapdeck/contract/sign-in/signup';
import type { SolvedWork } from '@zapdeck/contract/sign-in/signup-work';
import { solveWork } from '@zapdeck/contract/sign-in/solve-work';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { users } from '../../db/schema/users.table.ts';
import { databaseRateLimits } from '../../http/rate-limit.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { openTestApp, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { queuedJobs } from '../../testing/queued-jobs.ts';
import { accountMails } from './account-mails.ts';

const env = { TRUSTED_PROXIES: '127.0.0.1' };

let t: TestApp;
let other: TestApp;
beforeAll(async () => {
  const rateLimits = ({ pool }: TestApp['database']) => databaseRateLimits(pool);
  t = await openTestApp({ env, rateLimits });
  other = await openTestApp({ env, rateLimits, database: t.database });
});
afterAll(async () => {
  await other.close();
  await t.close();
});

interface Attempt {
  email: string;
  from: string;
  password?: string;
  on?: TestApp;
}

async function logIn({ email, from, password = 'not-this-one', on = t }: Attempt) {
  const response = await on.app.inject({
    method: login.method,
    url: login.path,
    headers: { origin: on.deps.config.publicUrl, 'x-forwarded-for': from },
    payload: { email, password },
  });
  return { status: response.statusCode, retryAfter: Number(response.headers['retry-after']) };
}

const statuses = async (attempts: Attempt[]) => {
  const found: number[] = [];
  for (const attempt of attempts) found.push((await logIn(attempt)).status);
  return found;
};

const times = (count: number, attempt: (index: number) => Attempt) =>
  Array.from({ length: count }, (_, index) => attempt(index));

describe('sign-in attempts', () => {
  test('are limited to ten for one account from one network, counted across nodes', async () => {
    const email = 'victim@example.org';
    const body = { email, password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD, firstName: 'V' };
    await t.call(signup, { body });
    const tried = await statuses(
      times(10, (index) => ({ email, from: '198.51.100.1', on: index % 2 ? other : t })),
    );
    expect(new Set(tried)).toEqual(new Set([401]));
    const refused = await logIn({ email, from: '198.51.100.1', password: TEST_PASSWORD });
    expect(refused.status).toBe(429);
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect((await logIn({ email, from: '198.51.100.1', on: other })).status).toBe(429);
    // Neither the owner elsewhere nor other accounts from there are locked out.
    expect((await logIn({ email, from: '198.51.100.2', password: TEST_PASSWORD })).status).toBe(200);
    expect((await logIn({ email: 'another@example.org', from: '198.51.100.1' })).status).toBe(401);
  });

  test('are limited to ten per IPv6 /64, which counts as one network', async () => {
    const email = 'victim-6@example.org';
    const tried = await statuses(
      times(11, (index) => ({ email, from: `2001:db8:1:2:${index}:${index * 7}::${index}` })),
    );
    expect(tried).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect((await logIn({ email: 'another@example.org', from: '2001:db8:1:3::1' })).status).toBe(401);
  });

  test.each([
    ['/56', 200, (index: number) => `2001:db8:aa:${(index % 256).toString(16)}::${index}`],
    ['/48', 800, (index: number) => `2001:db8:bb:${(index * 64).toString(16)}::${index}`],
  ])('in all networks of one %s are limited to %i', { tags: 'long' }, async (_bits, calls, addressOf) => {
    const verify = vi.spyOn(t.deps.passwords, 'verify').mockResolvedValue(false);
    onTestFinished(() => verify.mockRestore());
    const attempt = (index: number) => ({
      email: `v6-${index}-${calls}@example.org`,
      from: addressOf(index),
    });
    const tried = await Promise.all(times(calls + 1, attempt).map(async (one) => (await logIn(one)).status));
    expect(tried.filter((status) => status === 401)).toHaveLength(calls);
    expect(tried.filter((status) => status === 429)).toHaveLength(1);
    // Other networks are not affected.
    expect((await logIn({ email: `v6-${calls}@example.org`, from: '2001:db8:cc::1' })).status).toBe(401);
  });

  test('are limited to a hundred per network, for all accounts and guest sessions together', {
    tags: 'long',
  }, async () => {
    const from = '198.51.100.3';
    // Only attempts count here. The hasher has its own tests.
    const verify = vi.spyOn(t.deps.passwords, 'verify').mockResolvedValue(false);
    onTestFinished(() => verify.mockRestore());
    const tried = await statuses(times(101, (index) => ({ email: `list-${index}@example.org`, from })));
    expect(tried.filter((status) => status === 429)).toHaveLength(1);
    const guest = await t.person('guest');
    const response = await t.app.inject({
      method: login.method,
      url: login.path,
      headers: { origin: t.deps.config.publicUrl, 'x-forwarded-for': from },
      cookies: guest.cookies,
      payload: { email: 'list-102@example.org', password: 'not-this-one' },
    });
    expect(response.statusCode).toBe(429);
  });

  test('count sign-ups too, because these reveal suspended accounts', async () => {
    const suspended = { suspendedAt: t.clock.now, suspendedReason: 'Five apps' };
    const passwordHash = await t.deps.passwords.hash(TEST_PASSWORD);
    const email = 'suspended@example.org';
    const { user } = await t.person('member', { email, passwordHash });
    await t.deps.db
      .update(users)
      .set(suspended)
      .where(eq(users.id, user?.id ?? ''));
    const from = '198.51.100.9';
    const signUp = async (password: string, work?: SolvedWork): Promise<number> => {
      const response = await t.app.inject({
        method: signup.method,
        url: signup.path,
        headers: { origin: t.deps.config.publicUrl, 'x-forwarded-for': from },
        payload: { email, password, confirmPassword: password, firstName: 'S', work },
      });
      const { work: challenge } = response.json<ErrorBody>();
      return challenge ? signUp(password, solveWork(challenge)) : response.statusCode;
    };
    for (let tried = 0; tried < 5; tried += 1) expect(await signUp('not-this-one')).toBe(409);
    // The right password counts too.
    const tried = await statuses(times(5, () => ({ email, from, password: TEST_PASSWORD })));
    expect(tried).toEqual([403, 403, 403, 403, 403]);
    expect(await signUp(TEST_PASSWORD)).toBe(429);
    expect((await logIn({ email, from, password: TEST_PASSWORD })).status).toBe(429);
  });

  test('are counted without storing email addresses', async () => {
    await statuses(times(11, (index) => ({ email: `counted-${index}@example.org`, from: '198.51.100.99' })));
    const { rows } = await t.deps.pool.query<{ key: string }>('SELECT key FROM rate_limits');
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(({ key }) => key.includes('@'))).toEqual([]);
  });
});

describe('sign-ups', () => {
  const signUp = async (index: number, from: string, on = t) => {
    const password = TEST_PASSWORD;
    const response = await on.app.inject({
      method: signup.method,
      url: signup.path,
      headers: { origin: on.deps.config.publicUrl, 'x-forwarded-for': from },
      payload: {
        email: `${from}-${index}@example.org`.replaceAll(':', '-'),
        password,
        confirmPassword: password,
        firstName: 'S',
      },
    });
    return { status: response.statusCode, retryAfter: Number(response.headers['retry-after']) };
  };

  test('are limited per minute for the whole site', async () => {
    const few = { ...env, SIGNUPS_PER_MINUTE: '3' };
    const database = await createTestDatabase();
    const node = await openTestApp({
      env: few,
      rateLimits: ({ pool }) => databaseRateLimits(pool),
      database,
    });
    onTestFinished(async () => {
      await node.close();
      await database.drop();
    });
    const answers = [];
    for (let index = 0; index < 4; index += 1) answers.push(await signUp(index, `192.0.2.${index}`, node));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
    expect(answers.at(-1)?.retryAfter).toBeGreaterThan(0);
    expect(answers.at(-1)?.retryAfter).toBeLessThanOrEqual(60);
  });
});

test('after ten mails to an address in an hour, sends none and responds as before', async () => {
  const { user } = await t.person('member', { email: 'mailbox@example.org' });
  const answers: string[] = [];
  for (let asked = 0; asked < 12; asked += 1) {
    const response = await t.app.inject({
      method: forgotPassword.method,
      url: forgotPassword.path,
      headers: { origin: t.deps.config.publicUrl, 'x-forwarded-for': `192.0.2.${100 + asked}` },
      payload: { email: 'mailbox@example.org' },
    });
    answers.push(`${response.statusCode} ${response.body}`);
  }
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toMatch(/^200 /);
  expect(await queuedJobs(t.deps.pool, accountMails, { userId: user?.id })).toHaveLength(10);
});

test('admits sixty guests per hour and network, on every way', async () => {
  const comeIn = async ({ method, path: url }: typeof lookAround | typeof continueAsGuest) =>
    (
      await t.app.inject({
        method,
        url,
        headers: { origin: t.deps.config.publicUrl, 'x-forwarded-for': '198.51.100.60' },
      })
    ).statusCode;
  const ways = [continueAsGuest, lookAround];
  for (let count = 0; count < 60; count += 1)
    expect(await comeIn(ways[count % 2] ?? lookAround)).not.toBe(429);
  for (const way of ways) expect(await comeIn(way)).toBe(429);
});
