import { currentUser } from '@zapdeck/contract/sign-in/auth';
import {
  enrolmentOptions,
  listPasskeys,
  PASSKEY_TIMEOUT_MS,
  removePasskey,
  signInOptions,
  signInWithPasskey,
} from '@zapdeck/contract/sign-in/passkeys';
import { likedApps } from '@zapdeck/contract/apps/apps';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { securityEvents } from '../../db/schema/security-events.table.ts';
import { sessions } from '../../db/schema/sessions.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { eventually } from '../../testing/eventually.ts';
import { openTestApp, type Person, type TestApp, visitor } from '../../testing/test-app.ts';
import { resetFactors } from '../users/admin-accounts.ts';
import { issueSignInChallenge } from './challenges.ts';
import { type Authenticator, authenticator, type Forgery, passkeyFixture } from './passkeys.fixture.ts';

let t: TestApp;
let passkey: ReturnType<typeof passkeyFixture>;
beforeAll(async () => {
  t = await openTestApp({ env: { PUBLIC_URL: 'https://zaps.example' } });
  passkey = passkeyFixture(t);
});
afterAll(() => t.close());

type Values = Partial<typeof users.$inferInsert>;

/** Returns a person, and the device that has a passkey of the account. */
async function owner(values: Values = {}): Promise<{ person: Person; device: Authenticator }> {
  const person = await t.person('member', { passwordHash: 'hash', ...values });
  const device = passkey.device();
  expect((await passkey.enrol(person, device)).status).toBe(201);
  return { person, device };
}

const holding = (cookies: Record<string, string>): Person => ({ user: null, cookies });
const whoIs = async (cookies: Record<string, string>) => t.call(currentUser, {}, holding(cookies));

describe('a sign-in with a passkey', () => {
  test('starts a session of its account', async () => {
    const { person, device } = await owner({ firstName: 'Ada' });
    const { status, body, setCookie } = await passkey.signIn(device);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: person.user?.id, firstName: 'Ada' });
    expect((await whoIs(setCookie)).body.id).toBe(person.user?.id);
    const { body: list } = await t.call(listPasskeys, {}, person);
    expect(list.passkeys).toMatchObject([{ lastUsedAt: t.clock.now.toISOString() }]);
  });

  test('works repeatedly, with a rising counter or one that stays at 0', async () => {
    const { device } = await owner();
    for (const _ of [1, 2, 3]) expect((await passkey.signIn(device)).status).toBe(200);
    const synced = passkey.device({ counts: false });
    await passkey.enrol(await t.person('member'), synced);
    for (const _ of [1, 2, 3]) expect((await passkey.signIn(synced)).status).toBe(200);
  });

  test('ends the previous session of the browser', async () => {
    const { device } = await owner();
    const guest = await t.person('guest');
    const { setCookie } = await passkey.signIn(device, {}, guest);
    expect((await whoIs(setCookie)).status).toBe(200);
    expect((await t.call(currentUser, {}, guest)).status).toBe(401);
  });

  test('gives a moderator the short session of the role', async () => {
    const { person, device } = await owner();
    await t.deps.db
      .update(users)
      .set({ role: 'moderator' })
      .where(eq(users.id, person.user?.id ?? ''));
    const { setCookie, body } = await passkey.signIn(device);
    expect(body.role).toBe('moderator');
    t.clock.advance(61 * 60_000);
    expect((await whoIs(setCookie)).status).toBe(401);
  });

  test('gives accounts that wait for a confirmation or a decision no more rights than a password does', async () => {
    const waiting = { mustConfirmEmail: true, mustBeApproved: true } as const;
    const { device } = await owner(waiting);
    const { status, body } = await passkey.signIn(device);
    expect(status).toBe(200);
    expect(body.approval).toBe('waiting');
  });

  test.each([
    ['has been refused', { mustBeApproved: true, refusedAt: new Date() }, 'not_approved'],
    ['has to confirm the address', { mustConfirmEmail: true }, 'email_not_confirmed'],
    ['waits for approval', { mustBeApproved: true }, 'not_approved'],
  ] as const)('gives no member’s rights to an account that %s', async (_what, values, code) => {
    const { device } = await owner(values);
    const { status, setCookie } = await passkey.signIn(device);
    expect(status).toBe(200);
    expect((await t.call(likedApps, { query: {} }, holding(setCookie))).error.code).toBe(code);
  });

  test('is refused to a suspended owner, with the reason', async () => {
    const { person, device } = await owner();
    const suspended = { suspendedAt: t.clock.now, suspendedReason: 'Spam' };
    await t.deps.db
      .update(users)
      .set(suspended)
      .where(eq(users.id, person.user?.id ?? ''));
    const { error, setCookie } = await passkey.signIn(device);
    expect(error.code).toBe('suspended');
    expect(error.message).toContain('Spam');
    expect(setCookie).toEqual({});
  });
});

test('the owner’s security log records sign-ins, suspected copies and changes', async () => {
  const { person, device } = await owner();
  await passkey.signIn(device);
  await passkey.signIn(device, { counter: 1 });
  const { body } = await t.call(listPasskeys, {}, person);
  await t.call(removePasskey, { params: { id: body.passkeys[0]?.id ?? '' } }, person);
  await eventually(async () => {
    const events = await t.deps.db
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.userId, person.user?.id ?? ''));
    expect(events.map(({ event, details }) => [event, details.way]).sort()).toEqual([
      ['passkey_added', undefined],
      ['passkey_copied', undefined],
      ['passkey_removed', undefined],
      ['signed_in', 'passkey'],
    ]);
  });
});

describe('refuses an attack with', () => {
  const forgeries: [string, string, Forgery][] = [
    ['an answer made at another origin', 'passkey_refused', { origin: 'https://zaps.example.evil.example' }],
    ['an answer made over plain http', 'passkey_refused', { origin: 'http://zaps.example' }],
    ['an answer for another host', 'passkey_refused', { rpId: 'evil.example' }],
    ['a challenge that was never issued', 'passkey_expired', { challenge: 'A'.repeat(43) }],
    ['an answer made for an enrolment', 'passkey_refused', { type: 'webauthn.create' }],
    ['a user who was not verified', 'passkey_refused', { isVerified: false }],
    ['a device that nobody touched', 'passkey_refused', { isPresent: false }],
    ['an answer that names no account', 'passkey_refused', { userHandle: null }],
    ['a counter that stays', 'passkey_copied', { counter: 1 }],
    ['a counter that goes back to 0', 'passkey_copied', { counter: 0 }],
  ];
  test.each(forgeries)('%s', async (_what, code, forged) => {
    const { person, device } = await owner();
    const before = await t.deps.db.$count(sessions, eq(sessions.userId, person.user?.id ?? ''));
    const { error, setCookie } = await passkey.signIn(device, forged);
    expect(error.code).toBe(code);
    expect(setCookie).toEqual({});
    expect(await t.deps.db.$count(sessions, eq(sessions.userId, person.user?.id ?? ''))).toBe(before);
    expect((await passkey.signIn(device)).status).toBe(200);
  });

  test('an answer that is sent again, even concurrently', async () => {
    const { device } = await owner();
    const { body: options } = await t.call(signInOptions, {});
    const body = device.sign(options);
    const send = () => t.call(signInWithPasskey, { body });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await send()).error.code).toBe('passkey_expired');
  });

  test('a challenge of another site with another secret key', async () => {
    const { device } = await owner();
    const challenge = issueSignInChallenge(Buffer.alloc(32, 'other'), t.clock.now);
    expect((await passkey.signIn(device, { challenge })).error.code).toBe('passkey_expired');
  });

  test('an answer after five minutes', async () => {
    const { device } = await owner();
    const { body: options } = await t.call(signInOptions, {});
    t.clock.advance(PASSKEY_TIMEOUT_MS);
    const late = await t.call(signInWithPasskey, { body: device.sign(options) });
    expect(late.error.code).toBe('passkey_expired');
  });

  test('an answer to the challenge of an enrolment', async () => {
    const { person, device } = await owner();
    const { body: options } = await t.call(enrolmentOptions, {}, person);
    const answer = await passkey.signIn(device, { challenge: options.challenge });
    expect(answer.error.code).toBe('passkey_expired');
  });

  test('the id of one passkey with the key of another', async () => {
    const [victim, thief] = [await owner(), await owner()];
    const key = thief.device.keys[0]?.privateKey;
    const { error } = await passkey.signIn(victim.device, key ? { key } : {});
    expect(error.code).toBe('passkey_refused');
  });

  test('a passkey that names the account of another person', async () => {
    const [victim, thief] = [await owner(), await owner()];
    const userHandle = victim.device.keys[0]?.userHandle ?? '';
    expect((await passkey.signIn(thief.device, { userHandle })).error.code).toBe('passkey_refused');
  });

  test('a removed passkey, and one that was never added', async () => {
    const { person, device } = await owner();
    const { body } = await t.call(listPasskeys, {}, person);
    await t.call(removePasskey, { params: { id: body.passkeys[0]?.id ?? '' } }, person);
    expect((await passkey.signIn(device)).error.code).toBe('passkey_unknown');
    const stranger = authenticator('https://zaps.example');
    stranger.create((await t.call(enrolmentOptions, {}, person)).body);
    expect((await passkey.signIn(stranger)).error.code).toBe('passkey_unknown');
  });

  test('a passkey that the operator has removed', async () => {
    const email = `${crypto.randomUUID()}@example.org`;
    const { device, person } = await owner({ email });
    await resetFactors(t.deps.db, { jobs: t.deps.jobs, email, now: t.clock.now });
    expect((await passkey.signIn(device)).error.code).toBe('passkey_unknown');
    const isTheirs = eq(users.id, person.user?.id ?? '');
    expect(await t.deps.db.select().from(users).where(isTheirs)).toMatchObject([{ hasFactor: false }]);
  });

  test('a copy of a passkey that is used at the same time', async () => {
    const { device } = await owner();
    const counter = 50;
    const answers = await Promise.all([
      passkey.signIn(device, { counter }),
      passkey.signIn(device, { counter }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  test('a page of another site, before a challenge is spent', async () => {
    const { device } = await owner();
    const { body: options } = await t.call(signInOptions, {});
    const body = device.sign(options);
    const origin = 'https://evil.example';
    const foreign = await t.call(signInWithPasskey, { body }, visitor, { origin });
    expect(foreign.error.code).toBe('foreign_origin');
    expect((await t.call(signInWithPasskey, { body })).status).toBe(200);
  });
});
