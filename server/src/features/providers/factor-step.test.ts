import { currentUser } from '@zapdeck/contract/sign-in/auth';
import { completeSignIn, pendingSignIn } from '@zapdeck/contract/sign-in/identities';
import { signInOptions } from '@zapdeck/contract/sign-in/passkeys';
import { ownSecurityLog } from '@zapdeck/contract/accounts/security-log';
import { dropPendingAccount, pendingAccount } from '@zapdeck/contract/sign-in/terms';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { users } from '../../db/schema/users.table.ts';
import { databaseRateLimits } from '../../http/rate-limit.ts';
import { eventually } from '../../testing/eventually.ts';
import { holding } from '../auth/account.fixture.ts';
import { passkeyFixture } from '../passkeys/passkeys.fixture.ts';
import { codeAt, turnOn, wrongCode } from '../totp/totp.fixture.ts';
import { type ClaimsFixture, openClaims } from './claimed-roles.fixture.ts';

type Cookies = Record<string, string>;
type Factor = Omit<BodyOf<typeof completeSignIn>, 'id'>;

let f: ClaimsFixture;
let t: ClaimsFixture['web']['t'];
beforeAll(async () => {
  f = await openClaims();
  ({ t } = f.web);
  await f.map([{ value: 'reviewers', role: 'moderator' }]);
});
afterAll(() => f.close());
beforeEach(() => {
  f.web.nextPerson();
  t.clock.advance(60_000);
});

/** An account at the address of the current person, with an authenticator app and a passkey. */
async function owner() {
  const values = { email: `person-${f.web.people}@example.org`, emailVerifiedAt: t.clock.now };
  const person = await t.person('member', { ...values, passwordHash: 'hash' });
  const device = passkeyFixture(t).device();
  await passkeyFixture(t).enrol(person, device);
  return { person, device, ...(await turnOn(t, person)) };
}

const rowOf = async (person: { user: { id: string } | null }) =>
  (
    await t.deps.db
      .select()
      .from(users)
      .where(eq(users.id, person.user?.id ?? ''))
  )[0];

const read = (cookies: Cookies) => t.call(pendingSignIn, {}, holding(cookies));

/** Signs in with the provider up to the step of the second factor. */
async function arrive(provider: 'google' | 'platform' = 'google', query = '') {
  const { cookies, location } = await f.web.signIn(provider, {}, query);
  expect(location).toBe('/confirm-sign-in');
  const pending = (await read(cookies)).body;
  const complete = (factor: Factor, id = pending.id) =>
    t.call(completeSignIn, { body: { id, ...factor } }, holding(cookies));
  return { cookies, pending, complete };
}

const sign = async (device: Awaited<ReturnType<typeof owner>>['device']) =>
  device.sign((await t.call(signInOptions, {})).body);

test('says what the sign-in waits for', async () => {
  await owner();
  const { pending, cookies } = await arrive();
  expect(pending).toEqual({
    id: expect.any(String),
    provider: 'Google',
    email: `person-${f.web.people}@example.org`,
    ways: ['passkey', 'code'],
  });
  expect((await t.call(pendingAccount, {}, holding(cookies))).status).toBe(200);
});

test.each(['code', 'recovery code', 'passkey'] as const)(
  'with a %s, links the identity, starts a session with the factor and opens the requested screen',
  async (way) => {
    const { person, secret, recoveryCodes, device } = await owner();
    const { complete, cookies } = await arrive('google', '?returnTo=/liked');
    const factor = {
      code: { code: codeAt(secret, t.clock.now) },
      'recovery code': { code: (recoveryCodes[0] ?? '').replaceAll('-', '') },
      passkey: { passkey: await sign(device) },
    }[way];
    const { status, body, setCookie } = await complete(factor);
    expect([status, body.next]).toEqual([200, '/liked']);
    expect((await t.call(currentUser, {}, holding(setCookie))).body.id).toBe(person.user?.id);
    expect(await rowOf(person)).toMatchObject({
      googleEmail: person.user?.email,
      googleLinkedAt: t.clock.now,
    });
    expect((await read(cookies)).error.code).toBe('sign_in_expired');
    expect(await f.mails()).toContain('identity_linked');
    const log = (await t.call(ownSecurityLog, { query: {} }, holding(setCookie))).body;
    const entry = { event: 'identity_linked', details: { way: 'google' } };
    expect(log).toEqual(expect.arrayContaining([expect.objectContaining(entry)]));
    // The first session was of the account before the identity was linked.
    expect((await t.call(currentUser, {}, person)).status).toBe(401);
  },
);

test('after a wrong code, links nothing, logs it, and accepts the right one', async () => {
  const { person, secret } = await owner();
  const { complete } = await arrive();
  const wrong = await complete({ code: wrongCode(secret, t.clock.now) });
  expect([wrong.error.code, wrong.error.fields?.['code']]).toEqual(['wrong_code', expect.any(String)]);
  expect(wrong.setCookie).toEqual({});
  expect((await rowOf(person))?.googleId).toBeNull();
  const { setCookie } = await complete({ code: codeAt(secret, t.clock.now) });
  await eventually(async () => {
    const { body } = await t.call(ownSecurityLog, { query: {} }, holding(setCookie));
    expect(body.map(({ event }) => event)).toContain('sign_in_failed');
  });
});

test('accepts a code once, and not for another sign-in', async () => {
  const { secret } = await owner();
  const [first, second] = [await arrive(), await arrive()];
  const code = codeAt(secret, t.clock.now);
  expect((await second.complete({ code }, first.pending.id)).error.code).toBe('sign_in_expired');
  expect((await second.complete({ code })).status).toBe(200);
  expect((await first.complete({ code })).error.code).toBe('wrong_code');
});

test('allows ten wrong codes', async () => {
  const { secret } = await owner();
  const rateLimits = databaseRateLimits(t.deps.pool);
  const before = t.deps.rateLimits;
  t.deps.rateLimits = rateLimits;
  try {
    const { complete } = await arrive();
    const code = wrongCode(secret, t.clock.now);
    const statuses = [];
    for (let sent = 0; sent < 11; sent += 1) statuses.push((await complete({ code })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
  } finally {
    t.deps.rateLimits = before;
  }
});

test('rejects a passkey of another account', async () => {
  const thief = await owner();
  f.web.nextPerson();
  const { person } = await owner();
  const { complete } = await arrive();
  expect((await complete({ passkey: await sign(thief.device) })).error.code).toBe('passkey_refused');
  expect((await rowOf(person))?.googleId).toBeNull();
});

test('is required at each sign-in, unless the site trusts the factor of a linked identity', async () => {
  const { person, secret } = await owner();
  const { complete } = await arrive('platform');
  await complete({ code: codeAt(secret, t.clock.now) });
  await f.map([{ value: 'reviewers', role: 'moderator' }], true);
  expect((await f.web.signIn('platform')).location).toBe('/confirm-sign-in');
  f.web.standIns.platform.amr = ['pwd', 'mfa'];
  const { location, cookies } = await f.web.signIn('platform');
  expect(location).toBe('/home');
  expect((await f.web.whoIs(cookies))?.id).toBe(person.user?.id);
  f.web.standIns.platform.amr = undefined;
  await f.map([{ value: 'reviewers', role: 'moderator' }]);
});

test('gives no claimed role before', async () => {
  const { person, secret } = await owner();
  f.web.standIns.platform.person = { ...f.web.standIns.platform.person, groups: ['reviewers'] };
  const { complete } = await arrive('platform');
  expect((await rowOf(person))?.claimedRole).toBe('member');
  const { setCookie } = await complete({ code: codeAt(secret, t.clock.now) });
  expect((await t.call(currentUser, {}, holding(setCookie))).body.role).toBe('moderator');
});

test('leaves nothing if the person cancels', async () => {
  const { secret } = await owner();
  const { complete, cookies } = await arrive();
  await t.call(dropPendingAccount, {}, holding(cookies));
  expect((await complete({ code: codeAt(secret, t.clock.now) })).error.code).toBe('sign_in_expired');
});

test('shows a suspended owner the reason', async () => {
  const { person, secret } = await owner();
  const { complete } = await arrive();
  const suspended = { suspendedAt: t.clock.now, suspendedReason: 'Spam' };
  await t.deps.db
    .update(users)
    .set(suspended)
    .where(eq(users.id, person.user?.id ?? ''));
  const { body, setCookie } = await complete({ code: codeAt(secret, t.clock.now) });
  expect(body.next).toBe('/login?error=suspended');
  expect(setCookie['sid']).toBeUndefined();
});
