import {
  accountStatus,
  changePassword,
  downloadData,
  forgotPassword,
  logoutEverywhere,
  resetPassword,
} from '@zapdeck/contract/accounts/account';
import { currentUser, login } from '@zapdeck/contract/sign-in/auth';
import { PROOF_LASTS_MS, prove } from '@zapdeck/contract/sign-in/proof';
import { endOwnSession, ownSessions } from '@zapdeck/contract/sign-in/sessions';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '../../db/schema/users.table.ts';
import { databaseRateLimits } from '../../http/rate-limit.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { holding, NEW_PASSWORD, twice } from '../auth/account.fixture.ts';
import { mintToken } from '../auth/account-tokens.ts';
import {
  CHANGED,
  CONFIRM,
  emailChanges,
  type EmailChanges,
  newAddress,
  TAKEN,
} from './email-change.fixture.ts';
import { setSettings } from '../../testing/set-settings.ts';
import { instanceKind } from '../settings/kinds.ts';

const DAY_MS = 24 * 3_600_000;

let t: TestApp;
let f: EmailChanges;
let ada: Person;
let email: string;
beforeAll(async () => {
  t = await openTestApp();
  f = emailChanges(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  ada = await f.member();
  email = newAddress();
});

const oldEmail = () => ada.user?.email ?? '';
const statusOf = async (person: Person) => (await t.call(accountStatus, {}, person)).body;
const knows = async (address: string, password = TEST_PASSWORD) =>
  (await t.call(login, { body: { email: address, password } })).status === 200;

test('a new address counts once its link is confirmed, even in a browser without a session', async () => {
  expect((await f.ask(ada, ` ${email.toUpperCase()} `)).status).toBe(200);
  expect(await statusOf(ada)).toMatchObject({ pendingEmail: email, isEmailVerified: true });
  await f.sendMails();
  expect(f.mailsTo(oldEmail())).toEqual([]);
  expect([await knows(oldEmail()), await knows(email)]).toEqual([true, false]);

  const confirmed = await f.confirm(f.linkTo(email, CONFIRM));
  expect(confirmed).toMatchObject({ status: 200, body: { email }, setCookie: {} });
  expect([await knows(oldEmail()), await knows(email)]).toEqual([false, true]);
  expect((await t.call(currentUser, {}, ada)).body.email).toBe(email);
  expect(await statusOf(ada)).toMatchObject({ pendingEmail: null, isEmailVerified: true, hasPassword: true });
});

test('mails the earlier address about the change with a link to undo it, and later mails the new one', async () => {
  await f.move(ada, email);
  expect(f.mailsTo(oldEmail()).map(({ subject }) => subject)).toEqual([
    'The email of your account was changed',
  ]);
  expect(f.linkTo(oldEmail(), CHANGED)).toHaveLength(43);
  for (const address of [oldEmail(), email]) await t.call(forgotPassword, { body: { email: address } });
  await f.sendMails();
  expect(f.mailsTo(oldEmail())).toHaveLength(1);
  expect(f.mailsTo(email).map(({ subject }) => subject)).toEqual([
    'Please confirm your new email address',
    'Choose a new password',
  ]);
});

test('the link is invalid after a day, after a newer one and after a cancellation', async () => {
  const expired = await f.askForLink(ada, email);
  t.clock.advance(DAY_MS);
  ada = await t.signInAgain(ada);
  expect((await f.confirm(expired)).error.code).toBe('token_invalid');
  expect((await statusOf(ada)).pendingEmail).toBeNull();
  const older = await f.askForLink(ada, email);
  const newer = await f.askForLink(ada, newAddress());
  expect((await f.confirm(older)).error.code).toBe('token_invalid');
  expect((await f.cancel(ada)).status).toBe(204);
  expect((await statusOf(ada)).pendingEmail).toBeNull();
  expect((await f.confirm(newer)).error.code).toBe('token_invalid');
  expect(await f.emailOf(ada)).toBe(oldEmail());
});

test('does not send the mail of a request that was replaced', async () => {
  const replaced = newAddress();
  await f.ask(ada, replaced);
  await f.ask(ada, email);
  await f.sendMails();
  expect([f.mailsTo(replaced).length, f.mailsTo(email).length]).toEqual([0, 1]);
});

test('a link opened again shows the same result, until the address changes again', async () => {
  const token = await f.askForLink(ada, email);
  const together = await Promise.all([f.confirm(token), f.confirm(token, ada)]);
  expect(together.map(({ status, body }) => [status, body.email])).toEqual([
    [200, email],
    [200, email],
  ]);
  await f.sendMails();
  expect(f.mailsTo(oldEmail())).toHaveLength(1);
  expect((await f.confirm(token)).body.email).toBe(email);
  await f.move(ada, newAddress());
  expect((await f.confirm(token)).error.code).toBe('token_invalid');
});

test('confirming revokes links to the earlier address and keeps sessions and password', async () => {
  const reset = await mintToken(t.deps.db, ada.user?.id ?? '', 'reset_password', t.clock.now);
  const token = await f.askForLink(ada, email);
  await f.confirm(token, await t.person('member'));
  const choose = { token: reset, ...twice(NEW_PASSWORD) };
  expect((await t.call(resetPassword, { body: choose })).error.code).toBe('token_invalid');
  expect((await t.call(currentUser, {}, ada)).status).toBe(200);
  expect(await knows(email)).toBe(true);
});

test.each([
  [
    'a change of the password',
    async () => {
      const body = { currentPassword: TEST_PASSWORD, ...twice(NEW_PASSWORD) };
      ada = holding((await t.call(changePassword, { body }, ada)).setCookie);
    },
  ],
  ['signing out the other devices', () => t.call(logoutEverywhere, { body: { devices: 'others' } }, ada)],
  [
    'signing out one other device',
    async () => {
      await t.signInAgain(ada);
      const { body } = await t.call(ownSessions, {}, ada);
      const id = body.find(({ isThis }) => !isThis)?.id ?? '';
      expect((await t.call(endOwnSession, { params: { id } }, ada)).status).toBe(204);
    },
  ],
  ['signing out everywhere', () => t.call(logoutEverywhere, { body: { devices: 'all' } }, ada)],
])('%s revokes a change that one of the sessions has requested', async (_what, act) => {
  const token = await f.askForLink(ada, email);
  await act();
  expect((await f.confirm(token)).error.code).toBe('token_invalid');
});

test('asks for a proof of identity if the last one is 15 minutes old', async () => {
  t.clock.advance(PROOF_LASTS_MS);
  expect((await f.ask(ada, email)).error.code).toBe('proof_needed');
  expect((await statusOf(ada)).pendingEmail).toBeNull();
  await t.call(prove, { body: { password: TEST_PASSWORD } }, ada);
  expect((await f.ask(ada, email)).status).toBe(200);
});

test('refuses the current address, an invalid one, and one of a domain that is not allowed', async () => {
  const same = await f.ask(ada, oldEmail().toUpperCase());
  expect(same.error.fields?.['email']).toBe('This is already the email of your account');
  expect((await f.ask(ada, 'ada@nowhere')).error.fields?.['email']).toBe(
    'Please enter a valid email address',
  );
  const setDomains = (allowedDomains: string[]) => setSettings(t, instanceKind, { allowedDomains });
  const token = await f.askForLink(ada, email);
  await setDomains(['toys.example']);
  try {
    expect((await f.ask(ada, email)).error.code).toBe('domain_not_allowed');
    expect((await f.confirm(token)).error.code).toBe('domain_not_allowed');
    expect((await f.ask(ada, 'ada@toys.example')).status).toBe(200);
  } finally {
    await setDomains([]);
  }
});

test('guests cannot change an address', async () => {
  expect((await f.ask(await t.person('guest'), email)).error.code).toBe('guest_forbidden');
});

test.each(['admin', 'moderator'] as const)('a %s can change the address and keeps the role', async (role) => {
  const passwordHash = await t.deps.passwords.hash(TEST_PASSWORD);
  const person = await t.person(role, { email: newAddress(), passwordHash });
  await f.move(person, email);
  expect(await f.userOf(person)).toMatchObject({ email, role });
});

test('an account without a password can change the address, and keeps its identity at the provider', async () => {
  const googleId = `https://g.example ${email}`;
  ada = await f.member({ passwordHash: null, googleId, authProvider: 'google' });
  await f.move(ada, email);
  expect(await f.userOf(ada)).toMatchObject({ email, googleId, passwordHash: null });
});

test('an account that must confirm its address can confirm a new one instead', async () => {
  ada = await f.member({ emailVerifiedAt: null, mustConfirmEmail: true });
  await f.move(ada, email);
  expect(await f.userOf(ada)).toMatchObject({ email, emailVerifiedAt: t.clock.now });
  const [told] = f.mailsTo(oldEmail());
  // A stranger may read the address that was never confirmed.
  expect(told?.text).not.toContain('Robin');
});

test('a suspended account cannot change its address', async () => {
  const token = await f.askForLink(ada, email);
  await t.deps.db
    .update(users)
    .set({ suspendedAt: t.clock.now, suspendedReason: 'Spam' })
    .where(eq(users.id, ada.user?.id ?? ''));
  expect((await f.confirm(token)).error.code).toBe('suspended');
  expect(await f.emailOf(ada)).toBe(oldEmail());
});

test('the data download lists requested and earlier addresses, without tokens', async () => {
  await f.move(ada, email);
  const next = newAddress();
  await f.askForLink(ada, next);
  const { body } = await t.call(downloadData, {}, ada);
  expect(body.pendingEmails.map((row) => row.email)).toContain(next);
  expect(body.previousEmails).toMatchObject([{ email: oldEmail(), undoableUntil: expect.any(String) }]);
  expect(JSON.stringify(body)).not.toMatch(/[0-9a-f]{64}/);
});

describe('an address of another account', () => {
  test('gets the same response as a free one, and its owner gets a mail', async () => {
    const owner = await f.member();
    const taken = owner.user?.email ?? '';
    const [free, used] = [await f.ask(await f.member(), email), await f.ask(ada, taken)];
    expect([used.status, used.body]).toEqual([free.status, free.body]);
    expect((await statusOf(ada)).pendingEmail).toBe(taken);
    await f.sendMails();
    expect(f.mailsTo(taken).map(({ subject }) => subject)).toEqual([expect.stringMatching(TAKEN)]);
    expect(f.mailsTo(taken)[0]?.text).not.toContain('#token=');
    expect(await f.emailOf(ada)).toBe(oldEmail());
  });

  test('is refused in plain words if it was taken after the mail', async () => {
    const token = await f.askForLink(ada, email);
    await f.member({ email });
    expect((await f.confirm(token)).error).toMatchObject({
      code: 'email_taken',
      message: 'An account with this email already exists.',
    });
    expect(await f.emailOf(ada)).toBe(oldEmail());
  });
});

test('limits mails to one address from all accounts without revealing it, and requests of one account', async () => {
  const limited = await openTestApp({ rateLimits: ({ pool }) => databaseRateLimits(pool) });
  try {
    const g = emailChanges(limited);
    for (let asked = 0; asked < 6; asked += 1)
      expect((await g.ask(await g.member(), email)).status).toBe(200);
    await g.sendMails();
    expect(g.mailsTo(email)).toHaveLength(5);
    const person = await g.member();
    const statuses: number[] = [];
    for (let asked = 0; asked < 11; asked += 1) statuses.push((await g.ask(person, newAddress())).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  } finally {
    await limited.close();
  }
});
