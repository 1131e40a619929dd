import { downloadData, OwnData } from '@zapdeck/contract/accounts/account';
import { setReadLanguages } from '@zapdeck/contract/wire/language-choices';
import { setAppStatus } from '@zapdeck/contract/apps/apps';
import { currentUser } from '@zapdeck/contract/sign-in/auth';
import { castVote } from '@zapdeck/contract/feed/votes';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { type AccountFixture, accountFixture } from '../auth/account.fixture.ts';
import { errorLogs } from '../../db/schema/error-logs.table.ts';
import { BATCH_SIZE } from './own-data.ts';

let t: TestApp;
let account: AccountFixture;
beforeAll(async () => {
  t = await openTestApp();
  account = accountFixture(t);
});
afterAll(() => t.close());

test('returns all stored data of the user and nothing that gives access to the account', async () => {
  const email = 'curious@example.org';
  const person = await account.signUp(email);
  const { id } = (await t.call(currentUser, {}, person)).body;
  const mine = await t.addApp({ submittedBy: id, title: 'Mine' });
  const theirs = await t.addApp({ title: 'Theirs' });
  await t.call(castVote, { body: { appId: theirs.id, voteType: 'up' } }, person);
  await t.call(castVote, { body: { appId: mine.id, voteType: 'down' } }, await t.person('member'));
  await t.call(setReadLanguages, { body: { languages: ['de', 'zh-Hant'] } }, person);
  await t.deps.pool.query(
    `WITH taken AS (INSERT INTO takebacks (id) VALUES (gen_random_uuid()) RETURNING id)
     INSERT INTO taken_votes (takeback_id, app_id, user_id, vote_id, vote_type, network, created_at)
     SELECT taken.id, $1, user_id, gen_random_uuid(), 'up', network, now() FROM taken, vote_networks WHERE user_id = $2`,
    [mine.id, id],
  );
  const url = '/api/user/data';
  const response = await t.app.inject({ method: 'GET', url, cookies: person.cookies });
  expect(response.headers['content-disposition']).toContain('attachment');
  const data = response.json<OwnData>();
  expect(data.account).toMatchObject({ id, email, hasPassword: true, emailVerifiedAt: null });
  expect(data.account.readsLanguages).toEqual(['de', 'zh-Hant']);
  expect(data.submittedApps.map(({ title }) => title)).toEqual(['Mine']);
  expect(data.votes).toMatchObject([{ appId: theirs.id, voteType: 'up' }]);
  expect(data.voteNetworks).toMatchObject([{ appId: theirs.id, network: 'A' }]);
  expect(data.takenVotes).toMatchObject([{ appId: mine.id, network: 'A' }]);
  expect(data.sessions).toMatchObject([{ device: { browser: null, system: null }, network: 'A' }]);
  expect(data.securityEvents).toMatchObject([
    { event: 'signed_up', details: { way: 'password' }, network: 'A' },
    { event: 'data_exported', network: 'A' },
  ]);
  expect(response.body).not.toMatch(/argon2|"sid"|passwordHash/);
  expect(response.body).not.toContain(person.cookies['sid']);
});

test('streams a download of any size in batches that match the contract', async () => {
  const person = await t.person('member');
  const userId = person.user?.id ?? '';
  const { id: appId } = await t.addApp();
  const rows = 2 * BATCH_SIZE + 3;
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
  const { body, headers } = await t.call(downloadData, {}, person);
  const answers = await Promise.all(asked.mock.results.map(({ value }) => value as Promise<pg.QueryResult>));
  asked.mockRestore();
  expect(answers.length).toBeGreaterThan(8);
  expect(Math.max(...answers.map((answer) => answer?.rows?.length ?? 0))).toBe(BATCH_SIZE);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  });
  expect(OwnData.parse(body)).toEqual(body);
  expect(new Set(body.interactions.map(({ durationMs }) => durationMs)).size).toBe(rows);
  expect(body.errorReports).toMatchObject([{ additionalData: { list: [1, 'two'] } }]);
  expect(body.submittedApps).toMatchObject([{ tags: ['New', 'Free'] }]);
  expect(body.votes).toEqual([]);
});

test('lists the audit entries of an admin', async () => {
  const admin = await t.person('admin');
  const { id } = await t.addApp({ status: 'pending' });
  await t.call(setAppStatus, { params: { id }, body: { status: 'approved' } }, admin);
  const { body } = await t.call(downloadData, {}, admin);
  expect(body.adminActs).toMatchObject([{ action: 'app.reviewed', targetId: id }]);
});

test('every table and column about users is in the download or explicitly excluded', async () => {
  const { rows } = await t.deps.pool.query<{ name: string }>(`
    SELECT DISTINCT c.conrelid::regclass::text AS name FROM pg_constraint c
    WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass ORDER BY 1`);
  const inDownload = [
    'api_tokens',
    'app_notes',
    'applications',
    'apps',
    'avoided_apps',
    'dealt_views',
    'decks',
    'error_logs',
    'hidden',
    'invited_members',
    'mail_preferences',
    'maker_pages',
    'passkeys',
    'pending_emails',
    'previous_emails',
    'reports',
    'security_events',
    'seen_apps',
    'sessions',
    'taken_votes',
    'totp_secrets',
    'user_app_interactions',
    'vote_group_members',
    'votes',
    'waiting_urls',
    'waiting_versions',
    'waiting_words',
  ];
  // Expires within hours, is a setting for all users, is derived from other data, or names an admin whose download lists it as an action.
  const keptOut = [
    'account_tokens',
    'cleared_views',
    'decision_batches',
    'decisions',
    'duration_batches',
    'first_views',
    'interaction_batches',
    'host_rules',
    'idempotency_keys',
    'invitations',
    'seen_counts',
    'settings',
    'takeback_accounts',
    'takebacks',
    'users',
    'vote_groups',
  ];
  expect(rows.map(({ name }) => name)).toEqual([...inDownload, ...keptOut].sort());
});
