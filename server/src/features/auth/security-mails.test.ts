import { changePassword } from '@zapdeck/contract/accounts/account';
import { listPasskeys, removePasskey } from '@zapdeck/contract/sign-in/passkeys';
import { editUser } from '@zapdeck/contract/accounts/users';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Mail } from '../../mail/mailer.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { resetPassword as resetByLink } from '../account/password-changes.ts';
import type { Role } from '@zapdeck/contract/accounts/roles';
import { changeRole, resetPassword } from '../users/admin-accounts.ts';
import { passkeyFixture } from '../passkeys/passkeys.fixture.ts';
import { mintToken } from './account-tokens.ts';
import { securityMails } from './security-mails.ts';
import { clearJobs, queuedJobs, runJob } from '../../testing/queued-jobs.ts';

const NEW_PASSWORD = { password: 'another-horse-7', confirmPassword: 'another-horse-7' };

let t: TestApp;
let passwordHash: string;
beforeAll(async () => {
  t = await openTestApp({ env: { PUBLIC_URL: 'https://zaps.example' } });
  t.clock.now = new Date('2026-03-04T05:06:07Z');
  passwordHash = await t.deps.passwords.hash(TEST_PASSWORD);
});
afterAll(() => t.close());
beforeEach(async () => {
  t.sentMails.length = 0;
  await clearJobs(t.deps.pool);
});

/** Sends the queued mails and returns the user's. */
async function mailTo({ user }: Person): Promise<Mail | undefined> {
  for (const job of await queuedJobs(t.deps.pool, securityMails)) await runJob(t, securityMails, job);
  expect(t.sentMails.length).toBeLessThanOrEqual(1);
  expect(t.sentMails.map(({ to }) => to)).toEqual(t.sentMails.map(() => user?.email));
  return t.sentMails[0];
}

const operation = ({ user }: Person) => ({ jobs: t.deps.jobs, email: user?.email ?? '', now: t.clock.now });

async function editBy(person: Person, role: Role) {
  const edit = { params: { id: person.user?.id ?? '' }, body: { role } };
  expect((await t.call(editUser, edit, await t.person('admin'))).status).toBe(200);
}

async function addPasskey(person: Person) {
  const { device, enrol } = passkeyFixture(t);
  expect((await enrol(person, device())).status).toBe(201);
}

const changes: {
  what: string;
  change: (person: Person) => Promise<unknown>;
  subject: string;
  says: string;
  before?: { role: Role };
}[] = [
  {
    what: 'changed by its owner',
    change: (person) =>
      t.call(changePassword, { body: { currentPassword: TEST_PASSWORD, ...NEW_PASSWORD } }, person),
    subject: 'Your password was changed',
    says: 'Your password was changed on March 4, 2026 at 05:06 UTC. All other devices were signed out.',
  },
  {
    what: 'reset by a link',
    change: async ({ user }) => {
      const token = await mintToken(t.deps.db, user?.id ?? '', 'reset_password', t.clock.now);
      await resetByLink(
        t.deps.db,
        t.deps,
        { token, ...NEW_PASSWORD },
        {
          request: { headers: {}, ip: '192.0.2.1' },
          now: t.clock.now,
        },
      );
    },
    subject: 'Your password was changed',
    says: 'with a link from an email to this address',
  },
  {
    what: 'set by the operator',
    change: (person) => resetPassword(t.deps.db, t.deps.passwords, operation(person)),
    subject: 'Your password was changed by the operator',
    says: 'The operator of this site set a new password for your account on March 4, 2026',
  },
  {
    what: 'given a passkey',
    change: addPasskey,
    subject: 'A passkey was added to your account',
    says: 'A passkey was added to your account on March 4, 2026 at 05:06 UTC.',
  },
  {
    what: 'without a passkey that was removed',
    change: async (person) => {
      await addPasskey(person);
      await clearJobs(t.deps.pool);
      const { body } = await t.call(listPasskeys, {}, person);
      await t.call(removePasskey, { params: { id: body.passkeys[0]?.id ?? '' } }, person);
    },
    subject: 'A passkey was removed from your account',
    says: 'It can no longer sign in.',
  },
  {
    what: 'made an admin by an admin',
    change: (person) => editBy(person, 'admin'),
    subject: 'You are an admin now',
    says: 'Another admin made you an admin on March 4, 2026 at 05:06 UTC.',
  },
  {
    what: 'made an admin by the operator',
    change: (person) => changeRole(t.deps.db, operation(person), 'admin'),
    subject: 'You are an admin now',
    says: 'The operator of this site made you an admin',
  },
  {
    what: 'no longer an admin, by an admin',
    before: { role: 'admin' },
    change: (person) => editBy(person, 'member'),
    subject: 'You are no longer an admin',
    says: 'Another admin removed your admin role on',
  },
  {
    what: 'no longer an admin, by the operator',
    before: { role: 'admin' },
    change: (person) => changeRole(t.deps.db, operation(person), 'member'),
    subject: 'You are no longer an admin',
    says: 'The operator of this site removed your admin role on',
  },
  {
    what: 'made a moderator by an admin',
    change: (person) => editBy(person, 'moderator'),
    subject: 'You are a moderator now',
    says: 'An admin made you a moderator on March 4, 2026 at 05:06 UTC.',
  },
  {
    what: 'an admin who is made a moderator by the operator',
    before: { role: 'admin' },
    change: (person) => changeRole(t.deps.db, operation(person), 'moderator'),
    subject: 'You are a moderator now',
    says: 'The operator of this site made you a moderator on',
  },
  {
    what: 'no longer a moderator, by an admin',
    before: { role: 'moderator' },
    change: (person) => editBy(person, 'member'),
    subject: 'You are no longer a moderator',
    says: 'An admin removed your moderator role on',
  },
  {
    what: 'no longer a moderator, by the operator',
    before: { role: 'moderator' },
    change: (person) => changeRole(t.deps.db, operation(person), 'member'),
    subject: 'You are no longer a moderator',
    says: 'The operator of this site removed your moderator role on',
  },
];

test.each(changes)('mails the owner: $what', async ({ before, change, subject, says }) => {
  // One admin must remain.
  if (before) await t.person('admin');
  const owner = await t.person('member', { passwordHash, ...before });
  await change(owner);
  const mail = await mailTo(owner);
  expect(mail?.subject).toBe(subject);
  expect(mail?.text).toContain(says);
  expect(mail?.text).toMatch(/did not expect this|was not you/);
  expect(mail?.text).toContain('https://zaps.example/forgot-password');
});

test('sends no mail about an edit that keeps the role', async () => {
  const admin = await t.person('admin');
  await editBy(admin, 'admin');
  expect(await mailTo(admin)).toBeUndefined();
});

test('sends no mail about a rejected password change', async () => {
  const owner = await t.person('member', { passwordHash });
  const body = { currentPassword: 'wrong-horse-9', ...NEW_PASSWORD };
  expect((await t.call(changePassword, { body }, owner)).status).toBe(403);
  expect(await mailTo(owner)).toBeUndefined();
});
