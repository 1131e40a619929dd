import {
  applications,
  decideApplication,
  undoApplicationDecision,
} from '@zapdeck/contract/accounts/applications';
import { login } from '@zapdeck/contract/sign-in/auth';
import { liftSuspension, suspendPerson } from '@zapdeck/contract/accounts/people';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { acceptTerms } from '@zapdeck/contract/sign-in/terms';
import { editUser } from '@zapdeck/contract/accounts/users';
import { castVote } from '@zapdeck/contract/feed/votes';
import { waiting } from '@zapdeck/contract/accounts/waiting';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '../../db/schema/users.table.ts';
import { openRegistration, type RegistrationFixture } from '../../specification/registration.fixture.ts';
import { termsOf } from '../../specification/terms.fixture.ts';
import { type Person, TEST_PASSWORD } from '../../testing/test-app.ts';
import { changeRole } from '../users/admin-accounts.ts';
import { decisionMails } from './decision-mails.ts';
import { deleteAll } from '../../db/delete-batches.ts';
import { unapprovedBatches } from './delete-unapproved.ts';
import { runJob, takeJobs } from '../../testing/queued-jobs.ts';

const DAY_MS = 24 * 3_600_000;

let f: RegistrationFixture;
beforeAll(async () => {
  f = await openRegistration();
  await f.set({ registration: 'approval' });
});
afterAll(() => f.close());

let people = 0;

async function apply(termsVersion?: number) {
  const email = `hopeful-${(people += 1)}@example.org`;
  const password = { password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD };
  const answer = 'I make games for blind players.';
  const consent = termsVersion === undefined ? {} : { termsVersion };
  const body = { email, firstName: 'Hope', answer, ...password, ...consent };
  const made = await f.web.t.call(signup, { body });
  expect(made.status).toBe(201);
  return { id: made.body.id, email, as: { user: null, cookies: made.setCookie } as Person };
}

const confirm = (id: string) =>
  f.web.t.deps.db.update(users).set({ emailVerifiedAt: f.web.t.clock.now }).where(eq(users.id, id));

async function applyAndConfirm() {
  const account = await apply();
  await confirm(account.id);
  return account;
}

const isListed = async (id: string) => {
  const { body } = await f.web.t.call(applications, { query: { limit: 500 } }, f.admin);
  return body.some((application) => application.id === id);
};
const decide = (id: string, decision: 'approved' | 'refused', by = f.admin) =>
  f.web.t.call(decideApplication, { params: { id }, body: { decision } }, by);
const undo = (id: string) => f.web.t.call(undoApplicationDecision, { params: { id } }, f.admin);
const rowOf = async (id: string) => (await f.web.t.deps.db.select().from(users).where(eq(users.id, id)))[0];

async function vote(as: Person): Promise<string | null> {
  const app = await f.web.t.addApp();
  const { status, error } = await f.web.t.call(castVote, { body: { appId: app.id, voteType: 'up' } }, as);
  return status === 200 ? null : error.code;
}

/** Runs the queued mails about the account. Returns the subjects. */
async function sendMails(id: string): Promise<string[]> {
  const { t } = f.web;
  t.sentMails.splice(0);
  for (const job of await takeJobs(t.deps.pool, decisionMails, { userId: id }))
    await runJob(t, decisionMails, job);
  return t.sentMails.map(({ subject }) => subject);
}

describe('a suspended account that waits for approval', () => {
  test('is neither listed nor decided on until the suspension is lifted', async () => {
    const { id } = await applyAndConfirm();
    const count = async () => (await f.web.t.call(waiting, {}, f.admin)).body.applications;
    const before = await count();
    const body = { reason: 'Spam', takesAppsOut: false };
    expect((await f.web.t.call(suspendPerson, { params: { id }, body }, f.admin)).status).toBe(200);
    expect(await isListed(id)).toBe(false);
    expect(await count()).toBe(before - 1);
    for (const decision of ['approved', 'refused'] as const)
      expect((await decide(id, decision)).error.code).toBe('user_not_found');
    expect(await sendMails(id)).toEqual([]);
    await f.web.t.call(liftSuspension, { params: { id } }, f.admin);
    expect(await isListed(id)).toBe(true);
    expect((await decide(id, 'approved')).status).toBe(204);
  });
});

describe('an account that waits for approval and gets a role', () => {
  test.each(['approved', 'refused'] as const)(
    'keeps the role if the decision “%s” is undone',
    async (decision) => {
      const { id, email } = await applyAndConfirm();
      await decide(id, decision);
      const edit = { params: { id }, body: { role: 'moderator' as const } };
      expect((await f.web.t.call(editUser, edit, f.admin)).status).toBe(200);
      expect((await undo(id)).error.code).toBe('decision_not_found');
      expect(await rowOf(id)).toMatchObject({ role: 'moderator', mustBeApproved: false });
      const { body } = await f.web.t.call(login, { body: { email, password: TEST_PASSWORD } });
      expect(body).toMatchObject({ role: 'moderator', approval: null });
    },
  );

  test('no longer waits if the command line gave the role, even after it is taken away', async () => {
    const { id, email } = await applyAndConfirm();
    await decide(id, 'refused');
    const operation = { jobs: f.web.t.deps.jobs, email, now: f.web.t.clock.now };
    await changeRole(f.web.t.deps.db, operation, 'moderator');
    expect(await sendMails(id)).toEqual([]);
    await changeRole(f.web.t.deps.db, operation, 'member');
    const { body } = await f.web.t.call(login, { body: { email, password: TEST_PASSWORD } });
    expect(body).toMatchObject({ role: 'member', approval: null });
    expect((await decide(id, 'approved')).error.code).toBe('user_not_found');
  });
});

test('an account with several open steps is told one of them at a time, in any order', async () => {
  const terms = termsOf(f.web.t, f.admin);
  const first = await terms.raise();
  const { id, as } = await apply(first);
  expect(await vote(as)).toBe('email_not_confirmed');
  const second = await terms.raise();
  expect(await vote(as)).toBe('email_not_confirmed');
  await confirm(id);
  expect(await vote(as)).toBe('not_approved');
  expect((await decide(id, 'approved')).status).toBe(204);
  expect(await vote(as)).toBe('terms_not_accepted');
  expect((await undo(id)).status).toBe(204);
  const accepted = await f.web.t.call(acceptTerms, { body: { termsVersion: second } }, as);
  expect(accepted.body).toMatchObject({ approval: 'waiting', termsToAccept: null });
  expect(await vote(as)).toBe('not_approved');
  await f.set({ registration: 'closed' });
  expect((await decide(id, 'approved')).status).toBe(204);
  expect(await vote(as)).toBeNull();
  await f.set({ registration: 'approval' });
  await terms.save('');
});

describe('a decision', () => {
  test('does not name its admin by an email address', async () => {
    const nameless = await f.web.t.person('admin', { firstName: null, email: 'grace@private.example' });
    const named = await f.web.t.person('admin', {
      firstName: 'ada@private.example',
      email: 'support@private.example',
    });
    for (const [by, who] of [
      [nameless, 'grace'],
      [named, 'Another admin'],
    ] as const) {
      const { id } = await applyAndConfirm();
      await decide(id, 'refused', by);
      expect((await decide(id, 'approved')).error.message).toBe(`${who} has already refused this account.`);
    }
  });

  test('is mailed once if it is made, undone and made again', async () => {
    const { id } = await applyAndConfirm();
    for (const decision of ['approved', 'refused'] as const) {
      await decide(id, decision);
      f.web.t.clock.advance(1);
      expect((await undo(id)).status).toBe(204);
      f.web.t.clock.advance(1);
    }
    await decide(id, 'approved');
    expect(await sendMails(id)).toEqual(['Welcome to Zapdeck']);
  });

  test('leaves an approved account or none if the account is deleted at the same time', async () => {
    const { id } = await applyAndConfirm();
    f.web.t.clock.advance(30 * DAY_MS + 1);
    const admin = await f.web.t.signInAgain(f.admin);
    const [decided] = await Promise.all([
      decide(id, 'approved', admin),
      deleteAll(unapprovedBatches(f.web.t.deps, f.web.t.clock.now)),
    ]);
    const row = await rowOf(id);
    if (decided.status === 204) expect(row?.approvedAt).toEqual(f.web.t.clock.now);
    else expect([decided.error.code, row]).toEqual(['user_not_found', undefined]);
  });
});
