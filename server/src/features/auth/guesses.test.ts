import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { changePassword } from '@zapdeck/contract/accounts/account';
import { login, logout } from '@zapdeck/contract/sign-in/auth';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { databaseRateLimits } from '../../http/rate-limit.ts';
import { eventually } from '../../testing/eventually.ts';
import { openTestApp, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { guessMails } from './guess-mails.ts';
import { DELAY_MS } from './sign-in-limits.ts';
import { queuedJobs } from '../../testing/queued-jobs.ts';

const env = { TRUSTED_PROXIES: '127.0.0.1' };
const log: string[] = [];
let t: TestApp;
let other: TestApp;
beforeAll(async () => {
  const rateLimits = ({ pool }: TestApp['database']) => databaseRateLimits(pool);
  t = await openTestApp({ env, rateLimits, onLog: (line) => log.push(line) });
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
  cookies?: Record<string, string>;
  on?: TestApp;
}

let networks = 0;
const newNetwork = () => `10.${(networks += 1) >> 8}.${networks & 255}.1`;

async function logIn({ email, from, password = 'not-this-one', cookies = {}, on = t }: Attempt) {
  const start = performance.now();
  const response = await on.app.inject({
    method: login.method,
    url: login.path,
    headers: { origin: on.deps.config.publicUrl, 'x-forwarded-for': from },
    cookies,
    payload: { email, password },
  });
  const set = Object.fromEntries(response.cookies.map((cookie) => [cookie.name, cookie.value]));
  return {
    status: response.statusCode,
    body: response.json<object>(),
    isDelayed: performance.now() - start >= DELAY_MS,
    cookies: set,
    setCookies: response.cookies,
  };
}

/** Returns an account with the cookies of its owner's browser. */
async function newOwner(email: string, on = t) {
  const body = { email, password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD, firstName: 'O' };
  // A network has few sign-ups without a proof of work.
  const visitor = { user: null, cookies: {}, address: newNetwork() };
  const response = await on.call(signup, { body }, visitor);
  expect(response.status).toBe(201);
  return { id: response.body.id, cookies: response.setCookie };
}

const isDevice = (name: string) => name.includes('device-');
/** Cookies that a browser keeps after its session. */
const devicesOf = (cookies: Record<string, string>) =>
  Object.fromEntries(Object.entries(cookies).filter(([name]) => isDevice(name)));

const guess = (email: string, on = t) => logIn({ email, from: newNetwork(), on });

/** Uses up the attempts that are not delayed. */
async function attack(email: string) {
  for (let tried = 0; tried < 10; tried += 1) {
    const { status, isDelayed } = await guess(email, tried % 2 ? other : t);
    expect([status, isDelayed]).toEqual([401, false]);
  }
}

const mailsTo = async (userId: string) => (await queuedJobs(t.deps.pool, guessMails, { userId })).length;

describe('an account whose password is guessed from many networks', () => {
  test('delays at most 500 attempts of unknown devices after ten attempts, but none of the owner’s device', {
    tags: 'long',
  }, async () => {
    const email = 'famous@example.org';
    const { id, cookies } = await newOwner(email);
    const verify = vi.spyOn(t.deps.passwords, 'verify').mockResolvedValue(false);
    onTestFinished(() => verify.mockRestore());
    const guesses = Array.from({ length: 515 }, () => guess(email));
    // The others wait.
    await eventually(() => expect(verify).toHaveBeenCalledTimes(10));
    const found = await Promise.all(guesses);
    // Not while 500 requests are answered, which can take a busy machine as long as the delay.
    const owner = await logIn({
      email,
      from: newNetwork(),
      password: TEST_PASSWORD,
      cookies: devicesOf(cookies),
      on: other,
    });
    expect([owner.status, owner.isDelayed]).toEqual([200, false]);
    const count = (status: number) => found.filter((answer) => answer.status === status).length;
    expect({ verified: verify.mock.calls.length, unauthorized: count(401), refused: count(429) }).toEqual({
      verified: 510,
      unauthorized: 510,
      refused: 5,
    });
    expect(log.join('\n')).toContain('one account is tried from several networks');
    expect(log.join('\n')).not.toContain(email);
    expect(await mailsTo(id)).toBe(1);
  });

  test('delays a right password and an unknown email for the same time', async () => {
    const email = 'alike@example.org';
    await newOwner(email);
    await Promise.all([attack(email), attack('nobody@example.org')]);
    const [right, wrong, unknown] = await Promise.all([
      logIn({ email, from: newNetwork(), password: TEST_PASSWORD }),
      guess(email, other),
      guess('nobody@example.org', other),
    ]);
    expect([right.status, right.isDelayed]).toEqual([200, true]);
    expect([wrong.status, wrong.isDelayed]).toEqual([401, true]);
    expect([unknown.status, unknown.isDelayed]).toEqual([401, true]);
    const { requestId: _one, ...told } = wrong.body as { requestId: string };
    expect(unknown.body).toMatchObject(told);
  });

  test('mails its owner once a day', async () => {
    const email = 'mailed@example.org';
    const { id } = await newOwner(email);
    await attack(email);
    expect(await mailsTo(id)).toBe(0);
    await Promise.all([guess(email), guess(email, other), guess(email)]);
    expect(await mailsTo(id)).toBe(1);
    for (const node of [t, other]) node.clock.advance(25 * 3_600_000);
    await Promise.all([guess(email), guess(email, other)]);
    expect(await mailsTo(id)).toBe(2);
    await guessMails.run(
      t.deps,
      { userId: id, knows: 'nothing' },
      { id, log: t.app.log, isStopping: () => false },
    );
    const subject = 'Someone is trying to sign in to your account';
    expect(t.sentMails).toEqual([expect.objectContaining({ to: email, subject })]);
  });

  test('drops a request when its client disconnects', async () => {
    const email = 'hung-up@example.org';
    await newOwner(email);
    await attack(email);
    const verify = vi.spyOn(t.deps.passwords, 'verify');
    onTestFinished(() => verify.mockRestore());
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    const caller = connect((t.app.server.address() as AddressInfo).port, '127.0.0.1');
    await once(caller, 'connect');
    const body = JSON.stringify({ email, password: TEST_PASSWORD });
    const headers = `host: x\r\norigin: ${t.deps.config.publicUrl}\r\ncontent-type: application/json\r\n`;
    log.length = 0;
    caller.write(`POST ${login.path} HTTP/1.1\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`);
    await eventually(() => expect(log.join('\n')).toContain('one account is tried'));
    caller.destroy();
    // It started later, so its delay ends later.
    expect((await guess(email)).isDelayed).toBe(true);
    expect(verify).toHaveBeenCalledTimes(1);
  });
});

test('successful sign-ins do not count as guesses', async () => {
  const email = 'many-devices@example.org';
  await newOwner(email);
  for (let device = 0; device < 12; device += 1) {
    const { status, isDelayed } = await logIn({ email, from: newNetwork(), password: TEST_PASSWORD });
    expect([status, isDelayed]).toEqual([200, false]);
  }
});

describe('a device on which the owner signed in', () => {
  test('is remembered per account by a cookie that outlives the session', async () => {
    const https = await openTestApp({ env: { PUBLIC_URL: 'https://zaps.example.org' } });
    onTestFinished(() => https.close());
    await newOwner('first@example.org', https);
    await newOwner('second@example.org', https);
    const from = '192.0.2.1';
    const first = await logIn({ email: 'first@example.org', from, password: TEST_PASSWORD, on: https });
    const cookie = first.setCookies.find(({ name }) => isDevice(name));
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, path: '/', sameSite: 'Lax' });
    expect(cookie?.name).toMatch(/^__Host-device-/);
    expect(cookie?.maxAge).toBeGreaterThan(365 * 24 * 3_600);
    const { cookies } = first;
    const second = await logIn({
      email: 'second@example.org',
      from,
      password: TEST_PASSWORD,
      cookies,
      on: https,
    });
    expect(Object.keys(devicesOf({ ...cookies, ...second.cookies }))).toHaveLength(2);
    const left = await https.call(
      logout,
      {},
      { user: null, cookies: second.cookies },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
    );
    expect(Object.keys(left.setCookie)).toEqual(['__Host-sid']);
  });

  test('has its own limit of ten attempts in five minutes', async () => {
    const email = 'careless@example.org';
    const { cookies } = await newOwner(email);
    const tried = [];
    for (let index = 0; index < 11; index += 1)
      tried.push((await logIn({ email, from: newNetwork(), cookies: devicesOf(cookies) })).status);
    expect(tried).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  test('is unknown to other accounts, with a changed cookie, and after a change of password elsewhere', async () => {
    const email = 'changed@example.org';
    const { cookies } = await newOwner(email);
    const stranger = devicesOf((await newOwner('stranger@example.org')).cookies);
    const own = devicesOf(cookies);
    const [[name, value] = ['', '']] = Object.entries(own);
    const forged = { [name]: value.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')) };
    const borrowed = { [name]: Object.values(stranger)[0] ?? '' };
    const password = 'another-horse-9';
    const browser = await logIn({ email, from: newNetwork(), password: TEST_PASSWORD });
    const changed = await t.call(
      changePassword,
      { body: { currentPassword: TEST_PASSWORD, password, confirmPassword: password } },
      { user: null, cookies: browser.cookies },
    );
    await attack(email);
    const attempts = [forged, borrowed, own, devicesOf(changed.setCookie)].map((sent) =>
      logIn({ email, from: newNetwork(), password, cookies: sent }),
    );
    const delays = (await Promise.all(attempts)).map(({ isDelayed }) => isDelayed);
    expect(delays).toEqual([true, true, true, false]);
  });
});
