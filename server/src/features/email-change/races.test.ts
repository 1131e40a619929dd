import { accountStatus, logoutEverywhere } from '@zapdeck/contract/accounts/account';
import { currentUser } from '@zapdeck/contract/sign-in/auth';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { type LockingStatement, whileLocked as whileStatementsLock } from '../../testing/while-locked.ts';
import { twice } from '../auth/account.fixture.ts';
import { CHANGED, CONFIRM, emailChanges, type EmailChanges, newAddress } from './email-change.fixture.ts';

const ROUNDS = 6;

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

const whileLocked = <T>(statements: LockingStatement[], action: () => Promise<T>) =>
  whileStatementsLock(t.deps.pool, statements, action);

test('if several accounts request an address, one gets it and the others read the reason', {
  tags: 'long',
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const wanted = newAddress();
    const tokens: string[] = [];
    for (let person = 0; person < 4; person += 1) tokens.push(await f.askForLink(await f.member(), wanted));
    const answers = await Promise.all(tokens.map((token) => f.confirm(token)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, error }) => [status, error.message])).toEqual(
      Array.from({ length: 3 }, () => [409, 'An account with this email already exists.']),
    );
  }
});

test('undoing a change while a second one is confirmed leaves the first address', {
  tags: 'long',
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    ada = await f.member();
    const undo = await f.move(ada, newAddress());
    const next = await f.askForLink(ada, newAddress());
    const both = [() => f.undo(undo), () => f.confirm(next)];
    await Promise.all((round % 2 === 0 ? both : both.toReversed()).map((act) => act()));
    expect(await f.emailOf(ada)).toBe(oldEmail());
    expect((await t.call(currentUser, {}, ada)).status).toBe(401);
    await f.sendMails();
    expect((await f.undo(f.linkTo(email, CHANGED) || 'x'.repeat(43))).error.code).toBe('token_invalid');
  }
});

test('a sign-up that waits for an address to be given up finds it reserved', async () => {
  const body = { email: oldEmail(), ...twice(TEST_PASSWORD), firstName: 'Eve' };
  const { error } = await whileLocked(
    [
      ['UPDATE users SET email = $2 WHERE id = $1', [ada.user?.id, email]],
      [
        `INSERT INTO previous_emails (id, user_id, email, undoable_until, had_google, had_platform)
         VALUES (gen_random_uuid(), $1, $2, $3, false, false)`,
        [ada.user?.id, oldEmail(), new Date(t.clock.now.getTime() + 1_000)],
      ],
    ],
    () => t.call(signup, { body }),
  );
  expect(error.code).toBe('email_taken');
});

test('a session that ends during its request changes nothing', async () => {
  const thief = await t.signInAgain(ada);
  const { error } = await whileLocked([['DELETE FROM sessions WHERE user_id = $1', [ada.user?.id]]], () =>
    f.ask(thief, email),
  );
  expect(error.code).toBe('unauthorized');
});

test('a change that is revoked while its mail is written leaves no valid link', async () => {
  await f.ask(ada, email);
  const revoke = 'UPDATE pending_emails SET token_hash = NULL, expires_at = created_at WHERE user_id = $1';
  await whileLocked([[revoke, [ada.user?.id]]], () => f.sendMails());
  expect(f.mailsTo(email)).toEqual([]);
  expect((await t.call(accountStatus, {}, ada)).body.pendingEmail).toBeNull();
});

test('signing out everywhere during a request leaves no valid link', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const person = await f.member();
    const thief = await t.signInAgain(person);
    const wanted = newAddress();
    const both = [
      () => f.ask(thief, wanted),
      () => t.call(logoutEverywhere, { body: { devices: 'all' } }, person),
    ];
    await Promise.all((round % 2 === 0 ? both : both.toReversed()).map((act) => act()));
    await f.sendMails();
    expect(f.linkTo(wanted, CONFIRM)).toBe('');
  }
});
