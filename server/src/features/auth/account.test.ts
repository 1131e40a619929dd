import * as contract from '@zapdeck/contract/account';
import { setAppStatus } from '@zapdeck/contract/apps';
import { currentUser, login, signup } from '@zapdeck/contract/auth';
import { castVote } from '@zapdeck/contract/votes';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Mail } from '../../mail/mailer.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { errorLogs } from '../error-logs/error-logs.table.ts';
import { apps } from '../apps/apps.table.ts';
import { resetPassword as resetByCommand } from '../users/admin-accounts.ts';
import { ROWS_AT_ONCE } from '../users/own-data.ts';
import { users } from '../users/users.table.ts';
import { mintToken, type TokenPurpose } from './account-tokens.ts';
import { accountTokens } from './account-tokens.table.ts';

const HOUR_MS = 3_600_000;
const NEW_PASSWORD = 'another-horse-7';
const WAIT = { timeout: 15_000, interval: 25 };

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp({ runsJobs: true });
});
afterAll(() => t.close());

const holding = (cookies: Record<string, string>): Person => ({ user: null, cookies });
const twice = (password: string) => ({ password, confirmPassword: password });

async function signUp(email: string, password = TEST_PASSWORD): Promise<Person> {
  const { setCookie } = await t.call(signup, { body: { email, ...twice(password), firstName: 'Ada' } });
  return holding(setCookie);
}

/** The mail of that subject to that address, once it is sent. */
async function mailTo(address: string, subject: RegExp, place = 0): Promise<Mail> {
  return vi.waitFor(() => {
    const mail = t.sentMails.filter((one) => one.to === address && subject.test(one.subject))[place];
    if (!mail) throw new Error(`No mail to ${address} yet`);
    return mail;
  }, WAIT);
}

function tokenIn(mail: Mail): string {
  return /#token=([\w-]{43})$/m.exec(mail.text)?.[1] ?? '';
}

async function resetTokenFor(email: string, place = 0): Promise<string> {
  await t.call(contract.forgotPassword, { body: { email } });
  return tokenIn(await mailTo(email, /new password/, place));
}

async function canLogIn(email: string, password: string): Promise<boolean> {
  return (await t.call(login, { body: { email, password } })).status === 200;
}

const isSignedIn = async (person: Person) => (await t.call(currentUser, {}, person)).status === 200;

describe('a forgotten password', () => {
  test('is replaced by the link in the mail, which works once and signs everybody out', async () => {
    const email = 'forgetful@example.org';
    const elsewhere = await signUp(email);
    const token = await resetTokenFor(email);
    expect(await canLogIn(email, TEST_PASSWORD)).toBe(true);

    const reset = () => t.call(contract.resetPassword, { body: { token, ...twice(NEW_PASSWORD) } });
    const answers = await Promise.all([reset(), reset(), reset()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.error.code).toBe('token_invalid');
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await canLogIn(email, TEST_PASSWORD)).toBe(false);
    expect(await canLogIn(email, NEW_PASSWORD)).toBe(true);
    const [user] = await t.deps.db.select().from(users).where(eq(users.email, email));
    expect(user?.emailVerifiedAt).toEqual(t.clock.now);
  });

  test('all links that were sent before die with the one that was used', async () => {
    const email = 'twice-sent@example.org';
    await signUp(email);
    const [first, second] = [await resetTokenFor(email, 0), await resetTokenFor(email, 1)];
    expect(first).not.toBe(second);
    const use = (token: string) =>
      t.call(contract.resetPassword, { body: { token, ...twice(NEW_PASSWORD) } });
    expect((await use(second)).status).toBe(200);
    expect((await use(first)).error.code).toBe('token_invalid');
  });

  test('a link is too old after an hour, not a moment before', async () => {
    const email = 'slow@example.org';
    await signUp(email);
    const [early, late] = [await resetTokenFor(email, 0), await resetTokenFor(email, 1)];
    t.clock.advance(HOUR_MS - 1);
    const use = (token: string) => t.call(contract.resetPassword, { body: { token, ...twice('12345') } });
    // Still good enough to be asked for a better password.
    expect((await use(early)).error.code).toBe('invalid_input');
    t.clock.advance(1);
    const tooLate = await t.call(contract.resetPassword, { body: { token: late, ...twice(NEW_PASSWORD) } });
    expect(tooLate.error.code).toBe('token_invalid');
    expect(await canLogIn(email, NEW_PASSWORD)).toBe(false);
  });

  test('a link to confirm an address sets no password, and the other way round', async () => {
    const email = 'mixed-up@example.org';
    await signUp(email);
    const verify = tokenIn(await mailTo(email, /confirm/));
    const reset = await resetTokenFor(email);
    expect(
      (await t.call(contract.resetPassword, { body: { token: verify, ...twice(NEW_PASSWORD) } })).error.code,
    ).toBe('token_invalid');
    expect((await t.call(contract.verifyEmail, { body: { token: reset } })).error.code).toBe('token_invalid');
  });

  test('an unknown address gets the same answer after the same statements, and no mail', async () => {
    await signUp('known-here@example.org');
    const statements: string[][] = [];
    const answers: unknown[] = [];
    for (const email of ['known-here@example.org', 'unknown-here@example.org']) {
      const spy = vi.spyOn(t.deps.pool, 'query');
      const { status, body } = await t.call(contract.forgotPassword, { body: { email } });
      const seen = spy.mock.calls.map(([query]: unknown[]) =>
        typeof query === 'string' ? query : (query as { text: string }).text,
      );
      spy.mockRestore();
      answers.push({ status, body });
      // The queue of this app looks for work meanwhile, and reads people by their id.
      statements.push(seen.filter((text) => /"users"\."email" = |INSERT INTO jobs\.job/.test(text)));
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(statements[0]).toHaveLength(2);
    expect(statements[0]).toEqual(statements[1]);
    await mailTo('known-here@example.org', /new password/);
    expect(t.sentMails.filter(({ to }) => to === 'unknown-here@example.org')).toEqual([]);
  });

  test('only hashes of tokens are stored', async () => {
    const email = 'hashed@example.org';
    await signUp(email);
    const token = await resetTokenFor(email);
    const { rows } = await t.deps.pool.query<{ dump: string }>(
      `SELECT (SELECT string_agg(a::text, '') FROM account_tokens a) || (SELECT string_agg(j::text, '') FROM jobs.job j) AS dump`,
    );
    expect(rows[0]?.dump).toContain('reset');
    expect(rows[0]?.dump).not.toContain(token);
    expect(rows[0]?.dump).not.toContain(email);
  });
});

describe('changing the password', () => {
  test('keeps this session under a new cookie, ends all others, and wants the present one', async () => {
    const email = 'changer@example.org';
    const here = await signUp(email);
    const there = holding((await t.call(login, { body: { email, password: TEST_PASSWORD } })).setCookie);
    const change = (currentPassword: string, password = NEW_PASSWORD) =>
      t.call(contract.changePassword, { body: { currentPassword, ...twice(password) } }, here);

    const wrong = await change('not-my-password');
    expect(wrong).toMatchObject({ status: 403, error: { code: 'wrong_password' } });
    expect(await isSignedIn(there)).toBe(true);

    const changed = await change(TEST_PASSWORD);
    expect(changed.status).toBe(200);
    expect(changed.setCookie['sid']).toBeDefined();
    expect(changed.setCookie['sid']).not.toBe(here.cookies['sid']);
    expect(await isSignedIn(holding(changed.setCookie))).toBe(true);
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([false, false]);
    expect([await canLogIn(email, TEST_PASSWORD), await canLogIn(email, NEW_PASSWORD)]).toEqual([
      false,
      true,
    ]);
  });

  test.each([
    [
      'by the person',
      (person: Person) =>
        t.call(
          contract.changePassword,
          { body: { currentPassword: TEST_PASSWORD, ...twice(NEW_PASSWORD) } },
          person,
        ),
    ],
    [
      'from the command line',
      (_person: Person, email: string) => resetByCommand(t.deps.db, t.deps.passwords, email, t.clock.now),
    ],
  ])('%s makes links to a new one worthless, and no others', async (who, change) => {
    const email = `changed-${who.length}@example.org`;
    const person = await signUp(email);
    const { id } = (await t.call(currentUser, {}, person)).body;
    const mint = (purpose: TokenPurpose) => mintToken(t.deps.db, id, purpose, t.clock.now);
    const [stolen, confirming] = [await mint('reset_password'), await mint('verify_email')];
    await change(person, email);
    const answer = await t.call(contract.resetPassword, {
      body: { token: stolen, ...twice('a-third-horse') },
    });
    expect(answer.error.code).toBe('token_invalid');
    expect((await t.call(contract.verifyEmail, { body: { token: confirming } })).status).toBe(200);
  });

  test('is refused where there is none to change', async () => {
    const social = await t.person('member', { authProvider: 'google', googleId: 'https://g.example 1' });
    const answer = await t.call(
      contract.changePassword,
      { body: { currentPassword: TEST_PASSWORD, ...twice(NEW_PASSWORD) } },
      social,
    );
    expect(answer).toMatchObject({ status: 409, error: { code: 'no_password' } });
  });
});

describe('confirming the address', () => {
  test('a mail comes with the signup, its link works once; a new one can be asked for until then', async () => {
    const email = 'fresh@example.org';
    const person = await signUp(email);
    const status = async () => (await t.call(contract.accountStatus, {}, person)).body;
    expect(await status()).toEqual({
      isEmailVerified: false,
      hasPassword: true,
      linkedProviders: [],
      sessions: 1,
      belongings: { approvedApps: 0, otherApps: 0, votes: 0, reports: 0 },
    });
    await mailTo(email, /confirm/);
    await t.call(contract.resendVerification, {}, person);
    const token = tokenIn(await mailTo(email, /confirm/, 1));
    const confirm = () => t.call(contract.verifyEmail, { body: { token } });
    expect((await confirm()).status).toBe(200);
    expect((await status()).isEmailVerified).toBe(true);
    expect((await confirm()).error.code).toBe('token_invalid');
    const left = await t.deps.db
      .select()
      .from(accountTokens)
      .where(eq(accountTokens.purpose, 'verify_email'));
    const [user] = await t.deps.db.select().from(users).where(eq(users.email, email));
    expect(left.filter(({ userId }) => userId === user?.id)).toEqual([]);
  });

  test('a link is too old after a day', async () => {
    const email = 'next-day@example.org';
    await signUp(email);
    const token = tokenIn(await mailTo(email, /confirm/));
    t.clock.advance(24 * HOUR_MS);
    expect((await t.call(contract.verifyEmail, { body: { token } })).error.code).toBe('token_invalid');
  });

  test('a signup that is refused sends nothing', async () => {
    const email = 'taken-twice@example.org';
    await signUp(email);
    await signUp(email);
    await mailTo(email, /confirm/);
    const { rows } = await t.deps.pool.query(
      `SELECT FROM jobs.job j JOIN users u ON u.id::text = j.data->>'userId' WHERE u.email = $1`,
      [email],
    );
    expect(rows).toHaveLength(1);
  });
});

describe('signing out everywhere', () => {
  test.each(['all', 'others'] as const)('%s', async (devices) => {
    const email = `everywhere-${devices}@example.org`;
    const here = await signUp(email);
    const there = holding((await t.call(login, { body: { email, password: TEST_PASSWORD } })).setCookie);
    const bystander = await t.person('member');
    const answer = await t.call(contract.logoutEverywhere, { body: { devices } }, here);
    expect(answer.status).toBe(204);
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([false, false]);
    expect(await isSignedIn(holding(answer.setCookie))).toBe(devices === 'others');
    expect(await isSignedIn(bystander)).toBe(true);
  });
});

describe('deleting the account', () => {
  test('takes the votes and all that is kept along; approved apps stay, without a submitter', async () => {
    const email = 'leaver@example.org';
    const person = await signUp(email);
    const { id } = (await t.call(currentUser, {}, person)).body;
    const [approved, pending, rejected, liked] = await Promise.all([
      t.addApp({ submittedBy: id }),
      t.addApp({ submittedBy: id, status: 'pending' }),
      t.addApp({ submittedBy: id, status: 'rejected' }),
      t.addApp(),
    ]);
    const other = await t.person('member');
    await t.call(castVote, { body: { appId: liked.id, voteType: 'up' } }, person);
    await t.call(castVote, { body: { appId: liked.id, voteType: 'up' } }, other);
    await t.call(castVote, { body: { appId: approved.id, voteType: 'down' } }, other);
    await t.deps.db.insert(errorLogs).values({ userId: id, errorType: 'CLIENT_ERROR', errorMessage: 'x' });
    expect((await t.readApp(liked.id)).upvotes).toBe(2);
    const { belongings } = (await t.call(contract.accountStatus, {}, person)).body;
    expect(belongings).toEqual({ approvedApps: 1, otherApps: 2, votes: 1, reports: 0 });

    const leave = (body: { email: string; password?: string }) =>
      t.call(contract.deleteAccount, { body }, person);
    expect((await leave({ email: 'other@example.org', password: TEST_PASSWORD })).error).toMatchObject({
      code: 'invalid_input',
      fields: { email: expect.any(String) },
    });
    expect((await leave({ email })).error.code).toBe('wrong_password');
    expect((await leave({ email, password: 'not-my-password' })).error.code).toBe('wrong_password');
    expect(await isSignedIn(person)).toBe(true);

    const left = await leave({ email: ' Leaver@Example.org', password: TEST_PASSWORD });
    expect(left.status).toBe(204);
    expect(await isSignedIn(person)).toBe(false);
    expect((await t.readApp(liked.id)).upvotes).toBe(1);
    expect(await t.readApp(approved.id)).toMatchObject({
      submittedBy: null,
      downvotes: 1,
      status: 'approved',
    });
    const remaining = await t.deps.db.select({ id: apps.id }).from(apps);
    expect(remaining.map((app) => app.id)).not.toContain(pending.id);
    expect(remaining.map((app) => app.id)).not.toContain(rejected.id);

    const { rows } = await t.deps.pool.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    expect(rows.length).toBeGreaterThan(10);
    for (const { name } of rows) {
      const { rows: found } = await t.deps.pool.query(
        `SELECT FROM ${name} t WHERE position($1 IN t::text) > 0`,
        [id],
      );
      expect.soft(found, name).toEqual([]);
    }
  });

  test('an app that stays is shown to others without a submitter', async () => {
    const maker = await t.person('member');
    const app = await t.addApp({ submittedBy: maker.user?.id ?? '' });
    await t.call(contract.deleteAccount, { body: { email: maker.user?.email ?? '' } }, maker);
    const viewer = await t.person('member');
    const response = await t.app.inject({
      method: 'GET',
      url: `/api/apps?ids=${app.id}`,
      cookies: viewer.cookies,
    });
    expect(response.json()).toMatchObject([{ id: app.id, submitter: null }]);
  });

  test('works for a client that sends an idempotency key all the same', async () => {
    const person = await t.person('member');
    const body = { email: person.user?.email ?? '' };
    const left = await t.call(contract.deleteAccount, { body }, person, { 'idempotency-key': 'leave' });
    expect(left.status).toBe(204);
    expect(await isSignedIn(person)).toBe(false);
  });

  test('is refused to the last admin, also when the last two leave at once', async () => {
    await t.deps.db.update(users).set({ isAdmin: false });
    const admins = await Promise.all([t.person('admin'), t.person('admin')]);
    const answers = await Promise.all(
      admins.map((admin) =>
        t.call(contract.deleteAccount, { body: { email: admin.user?.email ?? '' } }, admin),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('last_admin');
  });
});

describe('downloading my data', () => {
  test('gives all that is kept, of nobody else, and nothing that opens the account', async () => {
    const email = 'curious@example.org';
    const person = await signUp(email);
    const { id } = (await t.call(currentUser, {}, person)).body;
    const mine = await t.addApp({ submittedBy: id, title: 'Mine' });
    const theirs = await t.addApp({ title: 'Theirs' });
    await t.call(castVote, { body: { appId: theirs.id, voteType: 'up' } }, person);
    await t.call(castVote, { body: { appId: mine.id, voteType: 'down' } }, await t.person('member'));
    const url = '/api/user/data';
    const response = await t.app.inject({ method: 'GET', url, cookies: person.cookies });
    expect(response.headers['content-disposition']).toContain('attachment');
    const data = response.json<contract.OwnData>();
    expect(data.account).toMatchObject({ id, email, hasPassword: true, emailVerifiedAt: null });
    expect(data.submittedApps.map(({ title }) => title)).toEqual(['Mine']);
    expect(data.votes).toMatchObject([{ appId: theirs.id, voteType: 'up' }]);
    expect(data.sessions).toHaveLength(1);
    expect(response.body).not.toMatch(/argon2|"sid"|passwordHash/);
    expect(response.body).not.toContain(person.cookies['sid']);
  });
});

test('a download of whatever length is whole, of the shape of the contract, and in memory only in parts', async () => {
  const person = await t.person('member');
  const userId = person.user?.id ?? '';
  const { id: appId } = await t.addApp();
  const rows = 2 * ROWS_AT_ONCE + 3;
  await t.deps.pool.query(
    `INSERT INTO user_app_interactions (id, user_id, app_id, interaction_type, duration)
     SELECT gen_random_uuid(), $1, $2, 'view', n FROM generate_series(1, ${rows}) AS n`,
    [userId, appId],
  );
  await t.deps.db.insert(errorLogs).values({
    userId,
    errorType: 'CLIENT_ERROR',
    errorMessage: 'x',
    additionalData: { list: [1, 'two'] },
  });
  await t.addApp({ submittedBy: userId, tags: ['New', 'Free'] });
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  const { body, headers } = await t.call(contract.downloadData, {}, person);
  const answers = await Promise.all(asked.mock.results.map(({ value }) => value as Promise<pg.QueryResult>));
  asked.mockRestore();
  expect(answers.length).toBeGreaterThan(8);
  expect(Math.max(...answers.map((answer) => answer?.rows?.length ?? 0))).toBe(ROWS_AT_ONCE);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  });
  expect(contract.OwnData.parse(body)).toEqual(body);
  expect(new Set(body.interactions.map(({ durationMs }) => durationMs)).size).toBe(rows);
  expect(body.errorReports).toMatchObject([{ additionalData: { list: [1, 'two'] } }]);
  expect(body.submittedApps).toMatchObject([{ tags: ['New', 'Free'] }]);
  expect(body.votes).toEqual([]);
});

test('an admin’s download tells what they did as one', async () => {
  const admin = await t.person('admin');
  const { id } = await t.addApp({ status: 'pending' });
  await t.call(setAppStatus, { params: { id }, body: { status: 'approved' } }, admin);
  const { body } = await t.call(contract.downloadData, {}, admin);
  expect(body.adminActs).toMatchObject([{ action: 'app.reviewed', targetId: id }]);
});

test('a new table or column about people is either in the download or known to be kept out of it', async () => {
  const { rows } = await t.deps.pool.query<{ name: string }>(`
    SELECT DISTINCT c.conrelid::regclass::text AS name FROM pg_constraint c
    WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass ORDER BY 1`);
  const inDownload = [
    'apps',
    'error_logs',
    'reports',
    'seen_apps',
    'sessions',
    'user_app_interactions',
    'votes',
  ];
  // Spent within hours, settings that an admin made for everybody, or counted from what is in the download.
  const keptOut = [
    'account_tokens',
    'advertisement_configs',
    'algorithm_params',
    'duration_batches',
    'interaction_batches',
    'feed_frontiers',
    'formula_weights',
    'idempotency_keys',
    'seen_counts',
  ];
  expect(rows.map(({ name }) => name)).toEqual([...inDownload, ...keptOut].sort());
});
