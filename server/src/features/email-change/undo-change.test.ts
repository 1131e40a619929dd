import { accountStatus, changePassword, resetPassword } from '@zapdeck/contract/accounts/account';
import { currentUser, login } from '@zapdeck/contract/sign-in/auth';
import { RECOVERY_CODES } from '@zapdeck/contract/sign-in/factor-code';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { renewRecoveryCodes } from '@zapdeck/contract/sign-in/totp';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiTokens } from '../../db/schema/api-tokens.table.ts';
import { previousEmails } from '../../db/schema/email-changes.table.ts';
import { passkeys } from '../../db/schema/passkeys.table.ts';
import { securityEvents } from '../../db/schema/security-events.table.ts';
import { sessions } from '../../db/schema/sessions.table.ts';
import { recoveryCodes, totpSecrets } from '../../db/schema/totp.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { holding, NEW_PASSWORD, twice } from '../auth/account.fixture.ts';
import { mintToken } from '../auth/account-tokens.ts';
import { turnOn } from '../totp/totp.fixture.ts';
import { purgeEmailChanges, UNDO_MS } from './change-address.ts';
import {
  CHANGED,
  CONFIRM,
  emailChanges,
  type EmailChanges,
  newAddress,
  RETURNED,
  TAKEN,
} from './email-change.fixture.ts';

let t: TestApp;
let f: EmailChanges;
let ada: Person;
let thief: Person;
let evil: string;
beforeAll(async () => {
  t = await openTestApp();
  f = emailChanges(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  ada = await f.member();
  thief = await t.signInAgain(ada);
  evil = newAddress();
});

const oldEmail = () => ada.user?.email ?? '';
const id = () => ada.user?.id ?? '';
const isIn = async (person: Person) => (await t.call(currentUser, {}, person)).status === 200;
const knows = async (email: string, password: string) =>
  (await t.call(login, { body: { email, password } })).status === 200;
const signUp = (email: string) =>
  t.call(signup, { body: { email, ...twice(TEST_PASSWORD), firstName: 'Eve' } });

test('an owner regains the account from a thief who changed email and password', async () => {
  const link = await f.move(thief, evil);
  const body = { currentPassword: TEST_PASSWORD, ...twice('thief-horse-11') };
  thief = holding((await t.call(changePassword, { body }, thief)).setCookie);
  const reset = await mintToken(t.deps.db, id(), 'reset_password', t.clock.now);
  const next = await f.askForLink({ ...thief, user: ada.user }, newAddress());

  const undone = await f.undo(link);
  expect(undone).toMatchObject({ status: 200, body: { email: oldEmail() }, setCookie: {} });
  expect([await isIn(ada), await isIn(thief)]).toEqual([false, false]);
  for (const email of [oldEmail(), evil]) expect(await knows(email, 'thief-horse-11')).toBe(false);
  expect((await f.confirm(next)).error.code).toBe('token_invalid');
  const choose = (token: string) => t.call(resetPassword, { body: { token, ...twice(NEW_PASSWORD) } });
  expect((await choose(reset)).error.code).toBe('token_invalid');
  expect((await choose(undone.body.passwordToken)).status).toBe(200);
  expect(await knows(oldEmail(), NEW_PASSWORD)).toBe(true);
});

test('tells both addresses that the change was undone', async () => {
  await f.undo(await f.move(thief, evil));
  await f.sendMails();
  expect(f.mailsTo(oldEmail()).map(({ subject }) => subject)).toContain(
    'The change of your email was undone',
  );
  expect(f.mailsTo(evil).at(-1)?.subject).toMatch(RETURNED);
  expect(f.linkTo(evil, RETURNED)).toBe('');
});

test('the link works for seven days, and once', async () => {
  const link = await f.move(thief, evil);
  t.clock.advance(UNDO_MS);
  expect((await f.undo(link)).error.code).toBe('token_invalid');
  t.clock.advance(-1);
  const [one, other] = await Promise.all([f.undo(link), f.undo(link)]);
  expect([one.status, other.status].sort()).toEqual([200, 400]);
  expect((await f.undo(link)).error.code).toBe('token_invalid');
});

test('restores an address that was never confirmed, and removes every passkey', async () => {
  ada = await f.member({ emailVerifiedAt: null });
  const beforeChange = t.clock.now;
  t.clock.advance(1);
  const link = await f.move(ada, evil);
  const passkey = { credentialId: `foreign ${evil}`, publicKey: 'key', counter: 0, transports: [] };
  await t.deps.db
    .insert(passkeys)
    .values({ ...passkey, userId: id(), isSynced: true, createdAt: beforeChange });
  await f.undo(link);
  expect(await f.userOf(ada)).toMatchObject({ email: oldEmail(), emailVerifiedAt: t.clock.now });
  // Someone else may have signed up with the address.
  expect(await t.deps.db.$count(passkeys, eq(passkeys.userId, id()))).toBe(0);
});

describe('after several changes', () => {
  test('the first link returns to the first address and revokes the later ones', async () => {
    const first = await f.move(thief, evil);
    const second = await f.move(thief, newAddress());
    expect((await f.undo(first)).body.email).toBe(oldEmail());
    expect((await f.undo(second)).error.code).toBe('token_invalid');
    expect(await f.emailOf(ada)).toBe(oldEmail());
  });

  test('a later link returns to its own address and leaves the first one valid', async () => {
    const first = await f.move(thief, evil);
    const second = await f.move(thief, newAddress());
    expect((await f.undo(second)).body.email).toBe(evil);
    expect((await f.undo(first)).body.email).toBe(oldEmail());
  });

  test('an owner who changes the address back in the settings leaves the thief no link', async () => {
    await f.move(thief, evil);
    expect(await f.move(ada, oldEmail())).toBe('');
    await f.sendMails();
    expect(f.linkTo(evil, CHANGED)).toBe('');
    expect(f.mailsTo(evil).at(-1)?.subject).toMatch(RETURNED);
    const rows = await t.deps.db.select().from(previousEmails).where(eq(previousEmails.userId, id()));
    expect(rows).toMatchObject([{ email: evil, undoableUntil: null }]);
  });
});

test('unlinks a provider that was linked after the change, and keeps one from before', async () => {
  const googleId = `https://g.example ${evil}`;
  const link = await f.move(thief, evil);
  await t.deps.db.update(users).set({ googleId }).where(eq(users.id, id()));
  await f.undo(link);
  expect((await f.userOf(ada)).googleId).toBeNull();

  ada = await f.member({ googleId });
  await f.undo(await f.move(ada, newAddress()));
  expect((await f.userOf(ada)).googleId).toBe(googleId);
});

test.each([
  [6, false],
  [8, true],
])('with a provider linked %i days before the change, keeps the link: %j', async (days, isKept) => {
  const googleId = `https://g.example ${evil}`;
  const link = await f.move(thief, evil);
  const googleLinkedAt = new Date(t.clock.now.getTime() - days * 24 * 3_600_000);
  await t.deps.db.update(previousEmails).set({ hadGoogle: true }).where(eq(previousEmails.userId, id()));
  await t.deps.db.update(users).set({ googleId, googleLinkedAt }).where(eq(users.id, id()));
  await f.undo(link);
  const { googleId: kept, linksByEmail } = await f.userOf(ada);
  expect([kept, linksByEmail]).toEqual([isKept ? googleId : null, false]);
});

test('removes API tokens, and factors that were added after the change', async () => {
  const { db } = t.deps;
  const passkey = (name: string, createdAt: Date) => {
    const key = { credentialId: `${name} ${evil}`, publicKey: 'key', counter: 0, transports: [] };
    return { ...key, userId: id(), name, isSynced: true, createdAt };
  };
  const link = await f.move(thief, evil);
  await db.insert(passkeys).values(passkey('before', new Date(t.clock.now.getTime() - 1)));
  await db.insert(passkeys).values(passkey('after', t.clock.now));
  const secret = { secret: Buffer.from('secret'), keyMark: 'mark', lastStep: 0 };
  await db.insert(totpSecrets).values({ ...secret, userId: id(), confirmedAt: t.clock.now });
  const token = { hash: evil, name: 'Script', scopes: [], expiresAt: t.clock.now };
  await db.insert(apiTokens).values({ ...token, userId: id() });
  await f.undo(link);
  const left = await db.select().from(passkeys).where(eq(passkeys.userId, id()));
  expect(left.map(({ name }) => name)).toEqual(['before']);
  expect(await db.$count(totpSecrets, eq(totpSecrets.userId, id()))).toBe(0);
  expect(await db.$count(apiTokens, eq(apiTokens.userId, id()))).toBe(0);
});

test('removes recovery codes that were renewed after the change, and keeps earlier ones', async () => {
  const codes = () => t.deps.db.$count(recoveryCodes, eq(recoveryCodes.userId, id()));
  await turnOn(t, ada);
  await t.deps.db.update(sessions).set({ provedAt: t.clock.now, hasFactor: true });
  await f.undo(await f.move(thief, evil));
  expect(await codes()).toBe(RECOVERY_CODES);

  thief = await t.signInAgain(ada);
  await t.deps.db.update(sessions).set({ provedAt: t.clock.now, hasFactor: true });
  const link = await f.move(thief, evil);
  expect((await t.call(renewRecoveryCodes, {}, thief)).body.recoveryCodes).toHaveLength(RECOVERY_CODES);
  await f.undo(link);
  expect(await codes()).toBe(0);
  expect(await t.deps.db.$count(totpSecrets, eq(totpSecrets.userId, id()))).toBe(1);
});

test('the security log records the request, the change and the undo', async () => {
  await f.undo(await f.move(thief, evil));
  const rows = await t.deps.db
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.userId, id()))
    .orderBy(securityEvents.id);
  const events = rows.map(({ event }) => event).filter((event) => event.startsWith('email_'));
  expect(events).toEqual(['email_change_requested', 'email_changed', 'email_change_undone']);
  expect(JSON.stringify(rows)).not.toContain('@example.org');
});

test('a suspended account regains its address and stays suspended', async () => {
  const link = await f.move(thief, evil);
  const suspended = { suspendedAt: t.clock.now, suspendedReason: 'Spam' };
  await t.deps.db.update(users).set(suspended).where(eq(users.id, id()));
  expect((await f.undo(link)).status).toBe(200);
  expect(await f.userOf(ada)).toMatchObject({ email: oldEmail(), ...suspended });
});

describe('the earlier address', () => {
  test('is reserved for the account for seven days', async () => {
    await f.move(ada, evil);
    expect((await signUp(oldEmail())).error).toMatchObject({
      code: 'email_taken',
      fields: { email: 'An account with this email already exists.' },
    });
    const other = await f.member();
    expect((await f.ask(other, oldEmail())).status).toBe(200);
    await f.sendMails();
    expect(f.mailsTo(oldEmail()).at(-1)?.subject).toMatch(TAKEN);
    expect(f.linkTo(oldEmail(), CONFIRM)).toBe('');

    t.clock.advance(UNDO_MS);
    expect((await signUp(oldEmail())).status).toBe(201);
  });

  test('cannot be taken with a link from before it was reserved', async () => {
    const address = newAddress();
    const early = await f.askForLink(await f.member(), address);
    await f.move(ada, address);
    await f.move(ada, evil);
    expect((await f.confirm(early)).error.code).toBe('email_taken');
  });

  test('is free as soon as the account goes back from it', async () => {
    await f.undo(await f.move(ada, evil));
    expect((await signUp(evil)).status).toBe(201);
  });

  test('is deleted after seven days', async () => {
    await f.move(ada, evil);
    expect(await purgeEmailChanges(t.deps.db, t.clock.now)).not.toContain(oldEmail());
    t.clock.advance(UNDO_MS);
    expect(await purgeEmailChanges(t.deps.db, t.clock.now)).toContain(oldEmail());
    expect((await t.call(accountStatus, {}, await t.signInAgain(ada))).body.pendingEmail).toBeNull();
  });
});
