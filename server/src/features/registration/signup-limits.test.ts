import type { SolvedWork, WorkChallenge } from '@zapdeck/contract/sign-in/signup-work';
import { adminStats } from '@zapdeck/contract/instance/stats';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { solveWork } from '@zapdeck/contract/sign-in/solve-work';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { wideNetworkOf } from '../../http/networks.ts';
import { databaseRateLimits } from '../../http/rate-limit.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const lines: string[] = [];

/** Two nodes with one database, and a server with another key. */
let t: TestApp;
let other: TestApp;
let foreign: TestApp;

beforeAll(async () => {
  const settings = {
    env: { TRUSTED_PROXIES: '127.0.0.1', SIGNUPS_PER_MINUTE: '100000', LOG_LEVEL: 'info' },
    rateLimits: ({ pool }: TestApp['database']) => databaseRateLimits(pool),
    onLog: (line: string) => void lines.push(line),
  };
  t = await openTestApp(settings);
  other = await openTestApp({ ...settings, database: t.database });
  foreign = await openTestApp({ ...settings, secretKey: Buffer.alloc(32, 'another') });
});
afterAll(async () => {
  await foreign.close();
  await other.close();
  await t.close();
});
beforeEach(() => {
  for (const { clock } of [t, other]) clock.now = new Date();
});
afterEach(() => void vi.useRealTimers());

let people = 0;

interface Signup {
  from: string;
  work?: SolvedWork | undefined;
  email?: string;
  on?: TestApp;
  as?: Person;
}

async function signUp({ from, work, email = `person-${(people += 1)}@example.org`, on = t, as }: Signup) {
  const body = { email, password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD, firstName: 'S', work };
  const { status, error, headers } = await on.call(signup, { body }, as, { 'x-forwarded-for': from });
  return { status, code: error.code, work: error.work, retryAfter: Number(headers['retry-after']), error };
}

/** Signs up as often as possible without work. */
async function useFree(from: string): Promise<void> {
  for (let made = 0; made < 5; made += 1) expect((await signUp({ from })).status).toBe(201);
}

async function readChallenge(from: string, on = t): Promise<WorkChallenge> {
  const { status, code, work } = await signUp({ from, on });
  expect([status, code]).toEqual([403, 'work_required']);
  if (!work) throw new Error('The refusal has no challenge');
  return work;
}

/** Counts sign-ups of the network up to `made`, without solving a challenge for each. */
async function countUpTo(from: string, made: number, already: number): Promise<void> {
  const perNetwork = { calls: 50, seconds: 3_600 };
  for (let count = already; count < made; count += 1)
    await t.deps.rateLimits.consume('signup', wideNetworkOf(from), perNetwork);
}

/** Moves the clocks of the limits and of the nodes. */
function pass(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  for (const { clock } of [t, other]) clock.now = new Date();
}

const accountsWith = async (email: string) =>
  (await t.deps.pool.query('SELECT FROM users WHERE email = $1', [email])).rowCount;

describe('sign-ups from one network', () => {
  test('require a proof of work after the fifth in an hour, counted on all nodes', async () => {
    for (const on of [t, other, t, other, t])
      expect((await signUp({ from: '198.51.100.7', on })).status).toBe(201);
    const email = 'sixth@example.org';
    const refused = await signUp({ from: '198.51.100.7', on: other, email });
    expect([refused.status, refused.code]).toEqual([403, 'work_required']);
    expect(await accountsWith(email)).toBe(0);
    const work = refused.work && solveWork(refused.work);
    expect((await signUp({ from: '198.51.100.7', work, email })).status).toBe(201);
    expect(await accountsWith(email)).toBe(1);
  });

  test('store only a count per network, which the next maintenance deletes', async () => {
    await t.deps.pool.query('DELETE FROM rate_limits');
    for (const from of ['198.51.104.1', '2001:db8:c::1']) await signUp({ from });
    const { rows } = await t.deps.pool.query<{ key: string; expire: string }>(
      `SELECT key, expire FROM rate_limits WHERE key LIKE 'signup%' AND key <> 'signups:everybody'`,
    );
    expect(rows.length).toBeGreaterThan(2);
    for (const { key, expire } of rows) {
      expect(key).toMatch(/^signup(-warning|-without-work)?:[\d.a-f:]+\/(24|48)$|^signup-work:[0-9a-f]{64}$/);
      expect(Number(expire)).toBeLessThanOrEqual(Date.now() + HOUR_MS);
    }
  });

  test.each([
    ['/24', '198.51.101.1', '198.51.101.254', '198.51.102.1'],
    ['/48', '2001:db8:a::1', '2001:db8:a:ffff:1::1', '2001:db8:b::1'],
  ])('count together within one %s', async (_bits, first, sameNetwork, otherNetwork) => {
    await useFree(first);
    await readChallenge(sameNetwork);
    expect((await signUp({ from: otherNetwork })).status).toBe(201);
  });

  test('are refused after the fiftieth in an hour, even with a solution, with the time to wait', {
    tags: 'long',
  }, async () => {
    const from = '198.51.103.1';
    await useFree(from);
    const work = solveWork(await readChallenge(from));
    await countUpTo(from, 49, 5);
    expect((await signUp({ from, work: solveWork(await readChallenge(from)) })).status).toBe(201);
    lines.length = 0;
    for (const refused of [
      await signUp({ from, work }),
      await signUp({ from }),
      await signUp({ from, on: other }),
    ]) {
      expect([refused.status, refused.work]).toEqual([429, undefined]);
      expect(refused.retryAfter).toBeGreaterThan(3_500);
      expect(refused.retryAfter).toBeLessThanOrEqual(3_600);
    }
    const warnings = lines.filter((line) => line.includes('check TRUSTED_PROXIES'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).not.toContain('198.51.103');
    pass(HOUR_MS + 1);
    expect((await signUp({ from })).status).toBe(201);
  });

  test('are reported to admins for a week once the limit is reached, without the network', async () => {
    const usedUpAt = async () => {
      const { body } = await t.call(adminStats, {}, await t.person('admin'));
      return body.signupsUsedUpAt;
    };
    await t.deps.pool.query('UPDATE trust_state SET signups_used_up_at = NULL');
    const from = '198.51.108.1';
    await countUpTo(from, 49, 0);
    expect((await signUp({ from })).status).toBe(201);
    expect(await usedUpAt()).toBeNull();
    const at = t.clock.now.toISOString();
    expect((await signUp({ from })).status).toBe(429);
    expect(await usedUpAt()).toBe(at);
    // Once an hour, so that refused attempts cost no more than a count.
    pass(MINUTE_MS);
    expect((await signUp({ from })).status).toBe(429);
    expect(await usedUpAt()).toBe(at);
    pass(7 * 24 * HOUR_MS - 2 * MINUTE_MS);
    expect(await usedUpAt()).toBe(at);
    pass(MINUTE_MS);
    expect(await usedUpAt()).toBeNull();
  });

  test('never exceed fifty in an hour, even if they are concurrent', { tags: 'long' }, async () => {
    const from = '198.51.104.1';
    await useFree(from);
    const solved: SolvedWork[] = [];
    for (let count = 0; count < 3; count += 1) solved.push(solveWork(await readChallenge(from)));
    await countUpTo(from, 49, 5);
    const answers = await Promise.all(
      solved.map((work, index) => signUp({ from, work, on: index % 2 ? other : t })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 429, 429]);
  });

  test('require no work after an hour', async () => {
    const from = '198.51.105.1';
    await useFree(from);
    await readChallenge(from);
    pass(HOUR_MS - MINUTE_MS);
    await readChallenge(from);
    pass(MINUTE_MS + 1);
    expect((await signUp({ from })).status).toBe(201);
  });

  test('include those of guests, who stay guests until the work is done', async () => {
    const from = '198.51.106.1';
    await useFree(from);
    const as = await t.person('guest');
    const { status, work } = await signUp({ from, as });
    expect(status).toBe(403);
    const isGuest = async () =>
      (await t.deps.pool.query('SELECT is_guest FROM users WHERE id = $1', [as.user?.id])).rows;
    expect(await isGuest()).toEqual([{ is_guest: true }]);
    expect((await signUp({ from, as, work: work && solveWork(work) })).status).toBe(201);
    expect(await isGuest()).toEqual([{ is_guest: false }]);
  });

  test('reveal nothing about an email before the work is done', async () => {
    const from = '198.51.107.1';
    await useFree(from);
    const email = 'known@example.org';
    await t.person('member', { email });
    const known = await signUp({ from, email });
    const unknown = await signUp({ from });
    expect(known.code).toBe('work_required');
    const without = ({ error }: typeof known) => ({ ...error, work: undefined, requestId: undefined });
    expect(without(known)).toEqual(without(unknown));
    const work = known.work && solveWork(known.work);
    expect((await signUp({ from, email, work })).code).toBe('email_taken');
    // A refused sign-up used the solution too. Otherwise one solution would test many addresses.
    expect((await signUp({ from, email, work })).code).toBe('work_required');
  });
});

describe('a solution', () => {
  const from = '198.51.110.1';
  beforeAll(() => useFree(from));

  test('counts once on all nodes', async () => {
    const work = solveWork(await readChallenge(from));
    const answers = await Promise.all([t, other, t, other].map((on) => signUp({ from, work, on })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403, 403]);
    expect((await signUp({ from: '198.51.111.1', work })).code).toBe('work_required');
  });

  test('counts after a change of the network', { tags: 'long' }, async () => {
    const work = solveWork(await readChallenge(from));
    expect((await signUp({ from: '203.0.113.1', work })).status).toBe(201);
  });

  test('counts for ten minutes', async () => {
    const [late, later] = [solveWork(await readChallenge(from)), solveWork(await readChallenge(from))];
    pass(9 * MINUTE_MS);
    expect((await signUp({ from, work: late })).status).toBe(201);
    pass(MINUTE_MS);
    const refused = await signUp({ from, work: later });
    expect(refused.code).toBe('work_required');
    expect((await signUp({ from, work: refused.work && solveWork(refused.work) })).status).toBe(201);
  });

  test('counts with a challenge of the other node, but not of a server with another key', async () => {
    const work = solveWork(await readChallenge(from, other));
    expect((await signUp({ from, work })).status).toBe(201);
    for (let made = 0; made < 5; made += 1) await signUp({ from, on: foreign });
    const forged = solveWork(await readChallenge(from, foreign));
    expect((await signUp({ from, work: forged })).code).toBe('work_required');
  });

  const easy = '0'.repeat(32);
  test.each<
    [string, (solved: SolvedWork, another: () => Promise<SolvedWork>) => SolvedWork | Promise<SolvedWork>]
  >([
    ['another counter', (solved) => ({ ...solved, solution: { ...solved.solution, counter: 1 } })],
    [
      'another digest',
      (solved) => ({ ...solved, solution: { ...solved.solution, derivedKey: 'a'.repeat(64) } }),
    ],
    [
      'the solution of another challenge',
      async (solved, another) => ({ ...solved, solution: (await another()).solution }),
    ],
    [
      'a later end',
      ({ challenge: { parameters, ...challenge }, solution }) => ({
        challenge: { ...challenge, parameters: { ...parameters, expiresAt: parameters.expiresAt + 1 } },
        solution,
      }),
    ],
    [
      'an easier prefix',
      ({ challenge: { parameters, ...challenge }, solution }) => ({
        challenge: { ...challenge, parameters: { ...parameters, keyPrefix: easy } },
        solution,
      }),
    ],
    [
      'another signature',
      ({ challenge, solution }) => ({ challenge: { ...challenge, signature: easy + easy }, solution }),
    ],
  ])('does not count with %s, but can still be used', async (_what, change) => {
    const solve = async () => solveWork(await readChallenge(from));
    const solved = await solve();
    const { status, code } = await signUp({ from, work: await change(solved, solve) });
    expect([status, code]).toEqual([403, 'work_required']);
    expect((await signUp({ from: '203.0.113.2', work: solved })).status).toBe(201);
  });

  test.each([
    ['algorithm', 'SHA-512'],
    ['cost', 2],
    ['keyLength', 16],
    ['keyPrefix', '00'],
  ])('is invalid with another %s', async (name, value) => {
    const challenge = await readChallenge(from);
    const parameters = { ...challenge.parameters, [name]: value };
    const solution = { counter: 1, derivedKey: 'a'.repeat(64) };
    const work = { challenge: { ...challenge, parameters }, solution };
    expect((await signUp({ from, work })).code).toBe('invalid_input');
  });
});
