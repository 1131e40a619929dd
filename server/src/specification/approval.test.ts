import { deleteAccount, downloadData } from '@zapdeck/contract/accounts/account';
import {
  answerQuestion,
  applications,
  decideApplication,
  ownApplication,
  UNAPPROVED_DAYS,
  undoApplicationDecision,
} from '@zapdeck/contract/accounts/applications';
import { auditLog } from '@zapdeck/contract/instance/audit-log';
import { currentUser, login } from '@zapdeck/contract/sign-in/auth';
import { UNDO_MS } from '@zapdeck/contract/moderation/decisions';
import { recordInteractions } from '@zapdeck/contract/feed/interactions';
import { invitations } from '@zapdeck/contract/accounts/invitations';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { editUser } from '@zapdeck/contract/accounts/users';
import { castVote } from '@zapdeck/contract/feed/votes';
import { waiting } from '@zapdeck/contract/accounts/waiting';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../db/columns.ts';
import { users } from '../db/schema/users.table.ts';
import { purgeOld } from '../testing/purge-expired.ts';
import { decisionMails } from '../features/approval/decision-mails.ts';
import { type Person, TEST_PASSWORD } from '../testing/test-app.ts';
import { openRegistration, type RegistrationFixture } from './registration.fixture.ts';
import { runJob, takeJobs } from '../testing/queued-jobs.ts';

const ANSWER = 'I make games for blind players.';
const DAY_MS = 24 * 3_600_000;

let f: RegistrationFixture;
beforeAll(async () => {
  f = await openRegistration();
});
afterAll(() => f.close());
beforeEach(async () => {
  // Tests of deadlines move the clock beyond the end of sessions.
  f.admin = await f.web.t.signInAgain(f.admin);
  await f.set({ registration: 'approval', allowedDomains: [] });
});

let people = 0;

/** Signs up by the form. */
async function apply({ answer = ANSWER } = {}, from?: Person) {
  const email = `hopeful-${(people += 1)}@example.org`;
  const password = { password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD };
  const body = { email, firstName: 'Hope', ...password, ...(answer === '' ? {} : { answer }) };
  const made = await f.web.t.call(signup, { body }, from);
  expect(made.status).toBe(201);
  return { id: made.body.id, email, as: { user: null, cookies: made.setCookie } as Person };
}

const confirm = (id: string) =>
  f.web.t.deps.db.update(users).set({ emailVerifiedAt: f.web.t.clock.now }).where(eq(users.id, id));

async function applyAndConfirm(...form: Parameters<typeof apply>) {
  const account = await apply(...form);
  await confirm(account.id);
  return account;
}

async function listed() {
  const { body } = await f.web.t.call(applications, { query: { limit: 500 } }, f.admin);
  return body;
}
const isListed = async (id: string) => (await listed()).some((application) => application.id === id);
const decide = (id: string, decision: 'approved' | 'refused', reason: string | null = null, by = f.admin) =>
  f.web.t.call(decideApplication, { params: { id }, body: { decision, reason } }, by);
const undo = (id: string, by = f.admin) => f.web.t.call(undoApplicationDecision, { params: { id } }, by);
const stateOf = async (as: Person) => (await f.web.t.call(currentUser, {}, as)).body.approval;

async function vote(as: Person): Promise<string | null> {
  const app = await f.web.t.addApp();
  const body = { appId: app.id, voteType: 'up' as const };
  const { status, error } = await f.web.t.call(castVote, { body }, as);
  return status === 200 ? null : error.code;
}

/** Sends the mails about decisions that are due, as text. */
async function sendMails(id: string): Promise<{ to: string; subject: string; text: string }[]> {
  const { t } = f.web;
  t.sentMails.splice(0);
  for (const job of await takeJobs(t.deps.pool, decisionMails, { userId: id }))
    await runJob(t, decisionMails, job);
  return t.sentMails;
}

describe('a waiting account', () => {
  test('can sign in with a guest’s rights and see its state', async () => {
    const { id, email } = await apply();
    const body = { email, password: TEST_PASSWORD };
    const signedIn = await f.web.t.call(login, { body });
    const as = { user: null, cookies: signedIn.setCookie };
    expect(signedIn.body).toMatchObject({ isGuest: false, approval: 'waiting' });
    expect(await vote(as)).toBe('email_not_confirmed');
    await confirm(id);
    expect(await vote(as)).toBe('not_approved');
    const { application } = (await f.web.t.call(ownApplication, {}, as)).body;
    const deletedAt = new Date(f.web.t.clock.now.getTime() + UNAPPROVED_DAYS * DAY_MS).toISOString();
    expect(application).toEqual({
      isEmailVerified: true,
      answer: ANSWER,
      refusedAt: null,
      reason: null,
      deletedAt,
    });
  });

  test('adds no zaps and no counted views until it is approved', async () => {
    const { id, as } = await applyAndConfirm();
    const app = await f.web.t.addApp();
    const swipe = async () => {
      const interactions = (['view', 'skip'] as const).map((interactionType) => ({
        appId: app.id,
        interactionType,
        duration: 1_000,
      }));
      return (await f.web.t.call(recordInteractions, { body: { interactions, batchId: newId() } }, as)).body;
    };
    expect(await swipe()).toEqual({ counted: [], zapCount: 0 });
    await decide(id, 'approved');
    expect(await swipe()).toEqual({ counted: [app.id], zapCount: 1 });
  });

  test('is listed once its address is confirmed and the question is answered', async () => {
    const { id, email, as } = await apply({ answer: '' });
    const count = async () => (await f.web.t.call(waiting, {}, f.admin)).body.applications;
    const before = await count();
    await confirm(id);
    expect(await isListed(id)).toBe(false);
    expect((await f.web.t.call(answerQuestion, { body: { answer: ANSWER } }, as)).status).toBe(204);
    expect((await listed()).find((one) => one.id === id)).toMatchObject({
      email,
      firstName: 'Hope',
      authProvider: 'email',
      answer: ANSWER,
    });
    expect(await count()).toBe(before + 1);
    const unconfirmed = await apply();
    expect(await isListed(unconfirmed.id)).toBe(false);
    expect((await decide(unconfirmed.id, 'approved')).error.code).toBe('user_not_found');
    expect(await count()).toBe(before + 1);
  });

  test('can change its answer until the decision', async () => {
    const { id, as } = await applyAndConfirm();
    const change = (answer: string) => f.web.t.call(answerQuestion, { body: { answer } }, as);
    expect((await change('Too short')).error.fields).toEqual({ answer: 'At least 10 characters' });
    expect((await change('x'.repeat(1_001))).status).toBe(400);
    expect((await change('I make games, and I play them.')).status).toBe(204);
    expect((await listed()).find((one) => one.id === id)?.answer).toBe('I make games, and I play them.');
    await decide(id, 'refused');
    expect((await change('Please, please let me in.')).error.code).toBe('already_decided');
  });

  test('can download its answer, and can be deleted by its owner', async () => {
    const { id, email, as } = await apply();
    const { body } = await f.web.t.call(downloadData, {}, as);
    expect(body.applications).toMatchObject([{ answer: ANSWER, reason: null }]);
    const form = { email, password: TEST_PASSWORD };
    expect((await f.web.t.call(deleteAccount, { body: form }, as)).status).toBe(204);
    const { rows } = await f.web.t.deps.pool.query('SELECT FROM applications WHERE user_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  test('needs no approval if it is an admin’s', async () => {
    const { id, email } = await apply();
    await f.web.t.call(editUser, { params: { id }, body: { isAdmin: true } }, f.admin);
    const { body } = await f.web.t.call(login, { body: { email, password: TEST_PASSWORD } });
    expect(body.approval).toBeNull();
  });
});

describe('every way to sign up leads to a waiting account:', () => {
  test('a guest who signs up', async () => {
    const { as } = await applyAndConfirm({}, await f.guest());
    expect(await stateOf(as)).toBe('waiting');
    expect(await vote(as)).toBe('not_approved');
  });

  test.each(['google', 'platform'] as const)('%s: the profile asks for the answer', async (id) => {
    f.web.nextPerson();
    const { location, cookies } = await f.web.signIn(id);
    expect(location).toBe('/profile');
    const as = { user: null, cookies };
    expect(await vote(as)).toBe('not_approved');
    const { body } = await f.web.t.call(ownApplication, {}, as);
    expect(body.application).toMatchObject({ isEmailVerified: true, answer: null });
    await f.web.t.call(answerQuestion, { body: { answer: ANSWER } }, as);
    expect((await listed()).at(-1)).toMatchObject({ authProvider: id, answer: ANSWER });
  });

  test('an address at another domain creates no account', async () => {
    await f.set({ allowedDomains: ['toys.example'] });
    expect(await f.signUp()).toBe('domain_not_allowed');
  });

  test('people with an invitation need no approval, unless the invitation is used up', async () => {
    const { token } = await f.invite();
    const form = (email: string) => ({
      email,
      firstName: 'Ada',
      password: TEST_PASSWORD,
      confirmPassword: TEST_PASSWORD,
      answer: ANSWER,
      invitation: token,
    });
    const invited = await f.web.t.call(signup, { body: form('invited@example.org') });
    expect([invited.status, invited.body.approval]).toEqual([201, null]);
    expect(await vote({ user: null, cookies: invited.setCookie })).toBeNull();
    const late = await f.web.t.call(signup, { body: form('late@example.org') });
    expect([late.status, late.body.approval]).toEqual([201, 'waiting']);
    const { body } = await f.web.t.call(invitations, { query: { limit: 1 } }, f.admin);
    expect(body).toMatchObject([{ usesLeft: 0, joined: 1 }]);
  });

  test('accounts from before the rule, and from after its end, need no approval', async () => {
    await f.set({ registration: 'open' });
    const { as } = await apply();
    await f.set({ registration: 'approval' });
    expect(await stateOf(as)).toBeNull();
    expect((await f.web.t.call(ownApplication, {}, as)).body.application).toBeNull();
    expect(await vote(as)).toBeNull();
  });
});

describe('a decision', () => {
  test('gives all rights, and is mailed after the undo period', async () => {
    const { id, email, as } = await applyAndConfirm();
    expect((await decide(id, 'approved')).status).toBe(204);
    expect(await stateOf(as)).toBeNull();
    expect(await vote(as)).toBeNull();
    expect(await isListed(id)).toBe(false);
    expect(await sendMails(id)).toMatchObject([{ to: email, subject: 'Welcome to Zapdeck' }]);
  });

  test('refuses with a reason, which the account reads in its language', async () => {
    const { id, email, as } = await applyAndConfirm();
    await f.web.t.deps.db.update(users).set({ language: 'de' }).where(eq(users.id, id));
    await decide(id, 'refused', 'We know you from elsewhere.');
    expect(await stateOf(as)).toBe('refused');
    expect(await vote(as)).toBe('not_approved');
    expect((await f.web.t.call(ownApplication, {}, as)).body.application).toMatchObject({
      refusedAt: f.web.t.clock.now.toISOString(),
      reason: 'We know you from elsewhere.',
    });
    const [mail] = await sendMails(id);
    expect(mail?.to).toBe(email);
    expect(mail?.subject).toBe('Dein Konto wurde nicht freigegeben');
    expect(mail?.text).toContain('We know you from elsewhere.');
  });

  test('can be undone by its admin for ten seconds, which prevents the mail', async () => {
    const colleague = await f.web.t.person('admin');
    const { id, as } = await applyAndConfirm();
    await decide(id, 'refused', 'No');
    expect((await undo(id, colleague)).error.code).toBe('decision_not_found');
    f.web.t.clock.advance(UNDO_MS);
    expect((await undo(id)).status).toBe(204);
    expect(await stateOf(as)).toBe('waiting');
    expect(await isListed(id)).toBe(true);
    expect(await sendMails(id)).toEqual([]);
    expect((await undo(id)).error.code).toBe('decision_not_found');
    await decide(id, 'approved');
    f.web.t.clock.advance(UNDO_MS + 2_000);
    expect((await undo(id)).error.code).toBe('undo_over');
    expect(await sendMails(id)).toHaveLength(1);
  });

  test('is made once: the second admin is told who decided', async () => {
    const colleague = await f.web.t.person('admin', { firstName: 'Grace' });
    const { id } = await applyAndConfirm();
    const answers = await Promise.all([
      decide(id, 'approved', null, colleague),
      decide(id, 'refused'),
      decide(id, 'approved', null, colleague),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409]);
    const late = await decide(id, 'refused', null, colleague);
    expect(late.error.code).toBe('already_decided');
    const { rows } = await f.web.t.deps.pool.query<{ name: string; isApproved: boolean }>(
      `SELECT admin.first_name AS name, users.approved_at IS NOT NULL AS "isApproved" FROM applications
       JOIN users ON users.id = user_id JOIN users AS admin ON admin.id = decided_by WHERE user_id = $1`,
      [id],
    );
    const [winner] = rows;
    expect(late.error.message).toBe(
      `${winner?.name} has already ${winner?.isApproved ? 'approved' : 'refused'} this account.`,
    );
  });

  test('is in the audit log', async () => {
    const { id } = await applyAndConfirm();
    await decide(id, 'refused', 'Spam');
    await undo(id);
    await decide(id, 'approved');
    const { body } = await f.web.t.call(auditLog, { query: { target: id } }, f.admin);
    expect(body).toMatchObject([
      { action: 'user.approved', after: null },
      { action: 'user.decision_undone' },
      { action: 'user.refused', after: { reason: 'Spam' } },
    ]);
  });
});

describe('after 30 days', () => {
  const exists = async (id: string) => (await f.web.t.deps.db.$count(users, eq(users.id, id))) > 0;
  const run = async () => (await purgeOld(f.web.t))['unapproved-accounts'];

  test('deletes accounts without a decision and refused ones, and the answers of approved ones', async () => {
    f.web.t.clock.advance((UNAPPROVED_DAYS + 1) * DAY_MS);
    await run();
    const waits = await applyAndConfirm();
    const silent = await apply({ answer: '' });
    const approved = await applyAndConfirm();
    const refused = await applyAndConfirm();
    const admin = () => f.web.t.signInAgain(f.admin);
    await decide(approved.id, 'approved', null, await admin());
    f.web.t.clock.advance(DAY_MS);
    await decide(refused.id, 'refused', null, await admin());
    f.web.t.clock.advance((UNAPPROVED_DAYS - 1) * DAY_MS);
    expect(await run()).toBe(0);
    f.web.t.clock.advance(1);
    expect(await run()).toBe(2);
    const ids = [waits, silent, approved, refused].map(({ id }) => id);
    expect(await Promise.all(ids.map(exists))).toEqual([false, false, true, true]);
    f.web.t.clock.advance(DAY_MS);
    expect(await run()).toBe(1);
    expect(await exists(refused.id)).toBe(false);
    const { rows } = await f.web.t.deps.pool.query(
      'SELECT user_id FROM applications WHERE user_id = ANY ($1)',
      [ids],
    );
    expect(rows).toEqual([]);
    const { body } = await f.web.t.call(
      auditLog,
      { query: { action: 'users.unapproved_deleted', limit: 2 } },
      await admin(),
    );
    expect(body).toMatchObject([
      { actor: null, after: { accounts: 1 } },
      { actor: null, after: { accounts: 2 } },
    ]);
  });
});
