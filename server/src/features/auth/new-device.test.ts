import { changePassword } from '@zapdeck/contract/accounts/account';
import { login } from '@zapdeck/contract/sign-in/auth';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { securityEvents } from '../../db/schema/security-events.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { openProviders, type ProvidersFixture } from '../providers/providers.fixture.ts';
import { newDeviceMails } from './new-device-mails.ts';
import { NEW_DEVICE_MAILS_MAX } from './record-sign-in.ts';
import { runJob, takeJobs } from '../../testing/queued-jobs.ts';

const DAY_MS = 24 * 3_600_000;
const iPhone = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
};

type Cookies = Record<string, string>;

let web: ProvidersFixture;
let t: TestApp;
beforeAll(async () => {
  web = await openProviders();
  t = web.t;
});
afterAll(() => web.close());

let people = 0;

async function newOwner() {
  const email = `owner-${(people += 1)}@example.org`;
  const body = { email, password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD, firstName: 'O' };
  const { setCookie } = await t.call(signup, { body });
  return { email, cookies: setCookie };
}

async function signIn(email: string, cookies: Cookies = {}, password = TEST_PASSWORD) {
  const { setCookie } = await t.call(login, { body: { email, password } }, { user: null, cookies }, iPhone);
  return { ...cookies, ...setCookie };
}

/** Sends the queued mails and returns those to the address. */
async function mailsTo(email: string) {
  t.sentMails.length = 0;
  for (const job of await takeJobs(t.deps.pool, newDeviceMails)) await runJob(t, newDeviceMails, job);
  return t.sentMails.filter(({ to }) => to === email);
}

test('mails the owner once about a new device, with its kind and time', async () => {
  const { email } = await newOwner();
  t.clock.now = new Date('2026-12-04T05:06:07Z');
  const cookies = await signIn(email);
  const mails = await mailsTo(email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toBe('New sign-in to your account');
  expect(mails[0]?.text).toContain('signed in on December 4, 2026 at 05:06 UTC: Safari on an iPhone.');
  expect(mails[0]?.text).toContain('http://localhost:3000/settings');
  await signIn(email, cookies);
  expect(await mailsTo(email)).toEqual([]);
});

test('knows the browser that signed up', async () => {
  const { email, cookies } = await newOwner();
  await signIn(email, cookies);
  expect(await mailsTo(email)).toEqual([]);
});

test('sends no mail about a wrong password', async () => {
  const { email } = await newOwner();
  await signIn(email, {}, 'not-this-one');
  expect(await mailsTo(email)).toEqual([]);
});

test('after a change of password, knows only the browser of the change', async () => {
  const { email, cookies } = await newOwner();
  const old = await signIn(email);
  const body = {
    currentPassword: TEST_PASSWORD,
    password: 'correct-horse-10',
    confirmPassword: 'correct-horse-10',
  };
  const { setCookie } = await t.call(changePassword, { body }, { user: null, cookies });
  await mailsTo(email);
  await signIn(email, { ...cookies, ...setCookie }, 'correct-horse-10');
  expect(await mailsTo(email)).toEqual([]);
  await signIn(email, old, 'correct-horse-10');
  expect(await mailsTo(email)).toHaveLength(1);
});

test('recognises devices of a provider’s account, and rejects forged cookies', async () => {
  web.nextPerson();
  const email = `person-${web.people}@example.org`;
  const { cookies } = await web.signIn('google');
  await web.signIn('google', cookies);
  expect(await mailsTo(email)).toEqual([]);
  await web.signIn('google');
  expect(await mailsTo(email)).toHaveLength(1);
  const [name = '', value = ''] = Object.entries(cookies).find(([key]) => key.includes('device-')) ?? [];
  const forged = `${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}`;
  await web.signIn('google', { [name]: forged });
  expect(await mailsTo(email)).toHaveLength(1);
  // Nothing that a client knows signs the cookie.
  await t.deps.db.update(users).set({ deviceKey: sql`gen_random_uuid()` });
  await web.signIn('google', { [name]: value });
  expect(await mailsTo(email)).toHaveLength(1);
});

test('sends at most three mails a day, and logs each sign-in', async () => {
  const { email } = await newOwner();
  for (let device = 0; device < NEW_DEVICE_MAILS_MAX + 2; device += 1) await signIn(email);
  expect(await mailsTo(email)).toHaveLength(NEW_DEVICE_MAILS_MAX);
  const isNew = sql`event = 'signed_in' AND user_id = (SELECT id FROM users WHERE email = ${email})`;
  expect(await t.deps.db.$count(securityEvents, isNew)).toBe(NEW_DEVICE_MAILS_MAX + 2);
  t.clock.advance(DAY_MS);
  await signIn(email);
  expect(await mailsTo(email)).toHaveLength(1);
});
