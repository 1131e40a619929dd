import { hash } from 'node:crypto';
import { downloadData } from '@zapdeck/contract/accounts/account';
import { ownApps } from '@zapdeck/contract/apps/own-app';
import {
  API_TOKEN_DAYS_MAX,
  API_TOKENS_MAX,
  type ApiTokenForm,
  apiTokens as listRoute,
  createApiToken,
  revokeApiToken,
} from '@zapdeck/contract/accounts/api-tokens';
import { auditLog } from '@zapdeck/contract/instance/audit-log';
import { PROOF_LASTS_MS } from '@zapdeck/contract/sign-in/proof';
import { type Scope, scopes, scopesFor } from '@zapdeck/contract/accounts/scopes';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiTokens } from '../../db/schema/api-tokens.table.ts';
import { purgeApiTokens } from '../../accounts/api-tokens.ts';
import { apiTokenOf } from '../../testing/api-token-of.ts';
import { eventually } from '../../testing/eventually.ts';
import { openTestApp, type Person, type TestApp, visitor } from '../../testing/test-app.ts';

const DAY_MS = 24 * 3_600_000;

let t: TestApp;
let owner: Person;
beforeAll(async () => {
  t = await openTestApp({ runsJobs: true });
});
afterAll(() => t.close());
beforeEach(async () => {
  owner = await t.person('member');
});

const inDays = (days: number) => new Date(t.clock.now.getTime() + days * DAY_MS).toISOString();
const create = (form: Partial<ApiTokenForm> = {}, as = owner) => {
  const body = { name: 'Build server', scopes: ['apps:read'] as Scope[], expiresAt: inDays(30), ...form };
  return t.call(createApiToken, { body }, as);
};
const list = async (as = owner) => (await t.call(listRoute, {}, as)).body;
const revoke = (id: string, as = owner) => t.call(revokeApiToken, { params: { id } }, as);
const use = (token: string) => t.call(ownApps, { query: {} }, visitor, { authorization: `Bearer ${token}` });

describe('a new token', () => {
  test('is returned once, and only its hash is stored', async () => {
    const { status, body, headers } = await create();
    expect(status).toBe(201);
    expect(Object.keys(body).toSorted()).toEqual(['id', 'token']);
    expect(body.token).toMatch(/^zap_[\w-]{43}$/);
    expect(headers['cache-control']).toBe('no-store');
    const dump = await t.deps.pool.query<{ row: string }>('SELECT api_tokens::text AS row FROM api_tokens');
    const text = dump.rows.map(({ row }) => row).join();
    expect(text).toContain(hash('sha256', body.token));
    expect(text).not.toContain(body.token.slice(4));
    expect((await use(body.token)).status).toBe(200);
  });

  test('is listed without the token, the newest first', async () => {
    const expiresAt = inDays(30);
    const { body } = await create({ name: 'First', expiresAt, scopes: ['data:read', 'apps:read'] });
    t.clock.advance(1_000);
    await create({ name: 'Second' });
    const listed = await list();
    expect(listed.map(({ name }) => name)).toEqual(['Second', 'First']);
    expect(listed[1]).toEqual({
      id: body.id,
      name: 'First',
      scopes: ['data:read', 'apps:read'],
      createdAt: expect.any(String),
      expiresAt,
      lastUsedOn: null,
    });
    expect(JSON.stringify(listed)).not.toContain('zap_');
    expect(await list(await t.person('member'))).toEqual([]);
  });

  test.each([
    ['has expired', () => inDays(-1), 'Choose a day in the future'],
    ['expires now', () => inDays(0), 'Choose a day in the future'],
    ['lasts longer than a year', () => inDays(API_TOKEN_DAYS_MAX + 0.01), 'At most 366 days ahead'],
  ])('is refused if it %s', async (_, expiresAt, text) => {
    const { status, error } = await create({ expiresAt: expiresAt() });
    expect([status, error.fields]).toEqual([400, { expiresAt: text }]);
  });

  test('may last a year', async () => {
    expect((await create({ expiresAt: inDays(API_TOKEN_DAYS_MAX) })).status).toBe(201);
  });

  test.each([
    ['without a name', { name: ' ' }, 'name'],
    ['with a name of two lines', { name: 'a\nb' }, 'name'],
    ['without a scope', { scopes: [] }, 'scopes'],
    ['with a scope twice', { scopes: ['apps:read', 'apps:read'] as Scope[] }, 'scopes'],
    ['without an end', { expiresAt: undefined as never }, 'expiresAt'],
  ])('is refused %s', async (_, form, field) => {
    const { status, error } = await create(form);
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]]);
  });

  test.each(['member', 'moderator', 'admin'] as const)(
    'a %s can choose only scopes of their role',
    async (role) => {
      const person = await t.person(role);
      for (const scope of scopes) {
        const { status } = await create({ scopes: [scope] }, person);
        expect.soft([scope, status]).toEqual([scope, scopesFor(role).includes(scope) ? 201 : 400]);
      }
    },
  );

  test('needs a recent proof of the owner’s identity', async () => {
    t.clock.advance(PROOF_LASTS_MS);
    expect((await create()).error.code).toBe('proof_needed');
    expect((await create({}, await t.signInAgain(owner))).status).toBe(201);
  });

  test('is not stored with the response for an idempotency key', async () => {
    const body = { name: 'Build server', scopes: ['apps:read'] as Scope[], expiresAt: inDays(1) };
    const key = { 'idempotency-key': 'once' };
    const tokens = [1, 2].map(() => t.call(createApiToken, { body }, owner, key));
    const [one, other] = await Promise.all(tokens);
    expect(one?.body.token).not.toBe(other?.body.token);
    const { rows } = await t.deps.pool.query('SELECT response FROM idempotency_keys');
    expect(JSON.stringify(rows)).not.toContain('zap_');
  });

  test('is announced to the owner by mail', async () => {
    await create();
    await eventually(() =>
      expect(t.sentMails).toContainEqual(
        expect.objectContaining({
          to: expect.stringContaining(owner.user?.email ?? '-'),
          subject: 'An API token was created for your account',
        }),
      ),
    );
  });
});

test('an account has at most 50 tokens, also if they are created concurrently', async () => {
  for (let count = 2; count < API_TOKENS_MAX; count += 1) await apiTokenOf(t, owner, ['apps:read']);
  const created = await Promise.all([1, 2, 3, 4].map(() => create()));
  const codes = created.map(({ status, error }) => (status === 201 ? 'created' : error.code)).toSorted();
  expect(codes).toEqual(['created', 'created', 'too_many_tokens', 'too_many_tokens']);
  expect(await list()).toHaveLength(API_TOKENS_MAX);
  await revoke((await list())[0]?.id ?? '');
  expect((await create()).status).toBe(201);
});

describe('a revoked token', () => {
  test('leaves the list and no longer works', async () => {
    const { id, token } = (await create()).body;
    expect((await revoke(id)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await use(token)).error.code).toBe('unknown_token');
    expect((await revoke(id)).error.code).toBe('api_token_not_found');
  });

  test('cannot be one of another account', async () => {
    const { id, token } = (await create()).body;
    const { status, error } = await revoke(id, await t.person('admin'));
    expect([status, error.code]).toEqual([404, 'api_token_not_found']);
    expect((await use(token)).status).toBe(200);
  });
});

describe('the audit log', () => {
  const entriesOf = async (person: Person) => {
    const query = { actor: person.user?.id ?? '' };
    return (await t.call(auditLog, { query }, await t.person('admin'))).body;
  };

  test('records tokens with the rights of moderators and admins', async () => {
    const admin = await t.person('admin');
    const expiresAt = inDays(1);
    const { id } = (await create({ name: 'Reports', scopes: ['review:read'], expiresAt }, admin)).body;
    t.clock.advance(1_000);
    await revoke(id, admin);
    const about = { targetId: admin.user?.id };
    const values = { name: 'Reports', scopes: ['review:read'] };
    expect(await entriesOf(admin)).toMatchObject([
      { ...about, action: 'token.revoked', before: values, after: null },
      { ...about, action: 'token.created', before: null, after: { ...values, expiresAt } },
    ]);
  });

  test('does not record tokens with the rights of a member', async () => {
    const { id } = (await create()).body;
    await revoke(id);
    expect(await entriesOf(owner)).toEqual([]);
  });
});

test('the security log records created and revoked tokens', async () => {
  const { id } = (await create({ name: 'Deploy' })).body;
  t.clock.advance(1_000);
  await revoke(id);
  const { securityEvents } = (await t.call(downloadData, {}, owner)).body;
  const details = { token: 'Deploy' };
  expect(securityEvents).toMatchObject([
    { event: 'token_created', details },
    { event: 'token_revoked', details },
    { event: 'data_exported' },
  ]);
});

test('an expired token stays in the list for 30 days', async () => {
  const { id } = (await create({ expiresAt: inDays(1) })).body;
  const has = async () => (await t.deps.db.$count(apiTokens, eq(apiTokens.id, id))) === 1;
  const after = (days: number) => new Date(t.clock.now.getTime() + days * DAY_MS);
  await purgeApiTokens(t.deps.db, after(30.9));
  expect(await has()).toBe(true);
  await purgeApiTokens(t.deps.db, after(31));
  expect(await has()).toBe(false);
});
