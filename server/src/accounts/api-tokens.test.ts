import { randomUUID } from 'node:crypto';
import { adminApps, editApp, setAppStatus, submitApp } from '@zapdeck/contract/apps/apps';
import { downloadData } from '@zapdeck/contract/accounts/account';
import { apiTokens as listTokens } from '@zapdeck/contract/accounts/api-tokens';
import { auditLog } from '@zapdeck/contract/instance/audit-log';
import { currentUser } from '@zapdeck/contract/sign-in/auth';
import { saveHost } from '@zapdeck/contract/frames/hosts';
import { addCannedReason } from '@zapdeck/contract/moderation/moderation';
import { ownApps } from '@zapdeck/contract/apps/own-app';
import type { CallInput, Route } from '@zapdeck/contract/wire/route';
import type { Scope } from '@zapdeck/contract/accounts/scopes';
import { adminStats } from '@zapdeck/contract/instance/stats';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiTokens } from '../db/schema/api-tokens.table.ts';
import { apps } from '../db/schema/apps.table.ts';
import { users } from '../db/schema/users.table.ts';
import { apiTokenOf } from '../testing/api-token-of.ts';
import { openTestApp, type Person, type TestApp, visitor } from '../testing/test-app.ts';
import { databaseRateLimits } from '../http/rate-limit.ts';

const HOUR_MS = 3_600_000;

let t: TestApp;
let member: Person;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  member = await t.person('member');
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const tokenOf = (person: Person, ...scopes: Scope[]) => apiTokenOf(t, person, scopes);
const callWith = <T extends Route>(token: string, route: T, input: CallInput<T>) =>
  t.call(route, input, visitor, bearer(token));
const page = { query: {} };
const idOf = ({ user }: Person) => user?.id ?? '';
const change = (person: Person, values: Partial<typeof users.$inferInsert>) =>
  t.deps.db
    .update(users)
    .set(values)
    .where(eq(users.id, idOf(person)));
const submission = () => ({
  title: 'Tiny Piano',
  description: 'Two octaves under your thumbs.',
  url: `https://${randomUUID()}.example.com/`,
  category: 'Games' as const,
});

describe('a request with a token', () => {
  test('acts for the owner of the token, whatever the cookies are', async () => {
    const token = await tokenOf(member, 'data:read');
    const { body } = await t.call(downloadData, {}, await t.person('admin'), bearer(token));
    expect(body.account.id).toBe(idOf(member));
  });

  test('is refused with an invalid token, even together with the cookie of a session', async () => {
    const { status, error, headers } = await t.call(currentUser, {}, member, bearer('zap_unknown'));
    expect([status, error.code]).toEqual([401, 'unknown_token']);
    expect(error.message).toContain('Unauthorized');
    expect(headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  });

  test.each([
    ['of another scheme', 'Basic em9lOnNlY3JldA==', 200],
    ['that is empty', 'Bearer', 401],
    ['in small letters', 'bearer zap_unknown', 401],
  ])('reads the credential %s', async (_, authorization, status) => {
    expect((await t.call(currentUser, {}, member, { authorization })).status).toBe(status);
  });

  test('is refused on a public route, so that no token can sign in', async () => {
    const token = await tokenOf(member, 'apps:read', 'apps:write');
    for (const url of ['/api/auth/guest', '/api/auth/login']) {
      const headers = bearer(token);
      const response = await t.app.inject({ method: 'POST', url, headers, payload: {} });
      expect([response.statusCode, response.json().code]).toEqual([403, 'token_not_accepted']);
      expect(response.headers['set-cookie']).toBeUndefined();
    }
  });

  test('neither sends nor receives the cookie for the language', async () => {
    const ask = (headers: Record<string, string>) =>
      t.app.inject({ url: '/a/unknown?lang=de', cookies: { lang: 'fr' }, headers });
    expect((await ask({})).headers['set-cookie']).toBeDefined();
    expect((await ask(bearer(await tokenOf(member)))).headers['set-cookie']).toBeUndefined();
  });

  test('requires neither an origin nor a JSON body', async () => {
    const { id } = await t.addApp({ submittedBy: idOf(member) });
    const headers = bearer(await tokenOf(member, 'apps:write'));
    const withdraw = (more: Record<string, string>) =>
      t.app.inject({
        method: 'POST',
        url: `/api/user/apps/${id}/withdraw`,
        headers: { ...headers, ...more },
      });
    const foreign = await withdraw({ origin: 'https://evil.example' });
    expect([foreign.statusCode, foreign.json().code]).toEqual([403, 'foreign_origin']);
    const crossSite = await withdraw({ 'sec-fetch-site': 'cross-site' });
    expect([crossSite.statusCode, crossSite.json().code]).toEqual([403, 'foreign_origin']);
    expect((await withdraw({})).statusCode).toBe(200);
  });

  test('names the missing scope', async () => {
    const { error, headers } = await callWith(await tokenOf(member, 'apps:read'), submitApp, {
      body: { ...submission(), tags: [] },
    });
    expect([error.code, error.message]).toEqual([
      'scope_missing',
      'This API token does not have the scope apps:write.',
    ]);
    expect(headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="apps:write"');
  });

  test('gets the stored response for an idempotency key', async () => {
    const token = await tokenOf(member, 'apps:write');
    const body = submission();
    const send = () => t.call(submitApp, { body }, visitor, { ...bearer(token), 'idempotency-key': 'once' });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.id).toBe(first.body.id);
    expect(await t.deps.db.$count(apps, eq(apps.submittedBy, idOf(member)))).toBe(1);
  });
});

describe('a token stops working', () => {
  const refusal = async (token: string) => {
    const { status, error, headers } = await callWith(token, ownApps, page);
    return { status, code: error.code, challenge: headers['www-authenticate'] };
  };
  const invalid = 'Bearer error="invalid_token"';

  test('when it has expired', async () => {
    const expiresAt = new Date(t.clock.now.getTime() + HOUR_MS);
    const token = await apiTokenOf(t, member, ['apps:read'], { expiresAt });
    t.clock.advance(HOUR_MS - 1);
    expect((await callWith(token, ownApps, page)).status).toBe(200);
    t.clock.advance(1);
    expect(await refusal(token)).toEqual({ status: 401, code: 'unknown_token', challenge: invalid });
  });

  test('while its owner is suspended', async () => {
    const token = await tokenOf(member, 'apps:read');
    await change(member, { suspendedAt: t.clock.now, suspendedReason: 'Spam' });
    expect(await refusal(token)).toEqual({ status: 401, code: 'session_suspended', challenge: invalid });
    await change(member, { suspendedAt: null, suspendedReason: null });
    expect((await callWith(token, ownApps, page)).status).toBe(200);
  });

  test('when its owner is deleted', async () => {
    const token = await tokenOf(member, 'apps:read');
    await t.deps.db.delete(users).where(eq(users.id, idOf(member)));
    expect(await refusal(token)).toMatchObject({ code: 'unknown_token' });
  });

  test.each([
    [
      'has not confirmed the address',
      { mustConfirmEmail: true, emailVerifiedAt: null },
      'email_not_confirmed',
    ],
    ['waits for approval', { mustBeApproved: true }, 'not_approved'],
  ])('for members’ endpoints if its owner %s', async (_, values, code) => {
    const token = await tokenOf(member, 'apps:read', 'data:read');
    await change(member, values);
    expect(await refusal(token)).toMatchObject({ status: 403, code });
    expect((await callWith(token, downloadData, {})).status).toBe(200);
  });

  test('for a role that its owner has lost', async () => {
    const admin = await t.person('admin');
    const token = await tokenOf(admin, 'admin:read', 'review:read', 'apps:read');
    const statuses = async () => [
      (await callWith(token, adminStats, {})).error?.code,
      (await callWith(token, adminApps, page)).error?.code,
      (await callWith(token, ownApps, page)).error?.code,
    ];
    expect(await statuses()).toEqual([undefined, undefined, undefined]);
    await change(admin, { role: 'moderator' });
    expect(await statuses()).toEqual(['forbidden', undefined, undefined]);
    await change(admin, { role: 'member' });
    expect(await statuses()).toEqual(['forbidden', 'forbidden', undefined]);
  });
});

test('tokens of a moderator without the required second factor are refused, but not those of members', async () => {
  const { instance } = t.deps;
  const moderator = await t.person('moderator');
  const [ofModerator, ofMember] = [await tokenOf(moderator, 'apps:read'), await tokenOf(member, 'apps:read')];
  const codes = async () => [
    (await callWith(ofModerator, ownApps, page)).error?.code,
    (await callWith(ofMember, ownApps, page)).error?.code,
  ];
  t.deps.instance = Object.assign(() => ({ ...instance(), requireFactor: true }), instance);
  expect(await codes()).toEqual(['token_needs_factor', undefined]);
  await change(moderator, { hasFactor: true });
  expect(await codes()).toEqual([undefined, undefined]);
  t.deps.instance = instance;
});

describe('a token with few scopes has few rights:', () => {
  const mailbox = 'secret@mail.example';
  beforeAll(async () => {
    await t.addApp({ submittedBy: idOf(await t.person('member', { email: mailbox, firstName: null })) });
  });
  const listed = async (person: Person, ...scopes: Scope[]) =>
    JSON.stringify(
      (await callWith(await tokenOf(person, ...scopes), adminApps, { query: { limit: 500 } })).body,
    );

  test('email addresses are hidden from moderators, and from admins without a scope for admins', async () => {
    expect(await listed(await t.person('moderator'), 'review:read')).not.toContain(mailbox);
    expect(await listed(await t.person('admin'), 'review:read', 'admin:write')).not.toContain(mailbox);
    expect(await listed(await t.person('admin'), 'review:read', 'admin:read')).toContain(mailbox);
  });

  test('the audit log shows the entries for moderators', async () => {
    const admin = await t.person('admin');
    const body = { label: randomUUID(), text: 'Spam' };
    await t.call(addCannedReason, { body }, admin);
    const query = { action: 'canned_reason.added' } as const;
    const count = async (...granted: Scope[]) =>
      (await callWith(await tokenOf(admin, ...granted), auditLog, { query })).body.length;
    expect(await count('review:read')).toBe(0);
    expect(await count('review:read', 'admin:read')).toBe(1);
  });

  test('what only admins may change requires a scope for admins', async () => {
    const admin = await t.person('admin');
    const [narrow, wide] = [
      await tokenOf(admin, 'review:write', 'admin:read'),
      await tokenOf(admin, 'review:write', 'admin:write'),
    ];
    const trust = { params: { host: 'b.example.net' }, body: { rule: 'trusted' as const } };
    expect((await callWith(narrow, saveHost, trust)).error.code).toBe('forbidden');
    expect((await callWith(wide, saveHost, trust)).status).toBe(200);
    const { id } = await t.addApp();
    const edit = { params: { id }, body: { timeSpent: 9 } };
    expect((await callWith(narrow, editApp, edit)).error.code).toBe('forbidden');
    expect((await callWith(wide, editApp, edit)).status).toBe(200);
  });

  test('a decision belongs to the owner of the token', async () => {
    const moderator = await t.person('moderator');
    const { id } = await t.addApp({ status: 'pending' });
    const token = await tokenOf(moderator, 'review:write');
    const decision = { params: { id }, body: { status: 'approved' as const } };
    expect((await callWith(token, setAppStatus, decision)).body.status).toBe('approved');
    const query = { target: id };
    const { body } = await t.call(auditLog, { query }, await t.person('admin'));
    expect(body[0]?.actor?.id).toBe(idOf(moderator));
  });
});

describe('the last use', () => {
  const lastUse = async (token: string) => {
    await callWith(token, ownApps, page);
    const [row] = await t.deps.db
      .select()
      .from(apiTokens)
      .where(eq(apiTokens.userId, idOf(member)));
    return row?.lastUsedAt?.getTime();
  };

  test('is stored at most once an hour, and shown as a day', async () => {
    const token = await tokenOf(member, 'apps:read');
    const first = t.clock.now;
    expect(await lastUse(token)).toBe(first.getTime());
    t.clock.advance(HOUR_MS - 1);
    expect(await lastUse(token)).toBe(first.getTime());
    t.clock.advance(1);
    expect(await lastUse(token)).toBe(first.getTime() + HOUR_MS);
    const day = t.clock.now.toISOString().slice(0, 10);
    const { body } = await t.call(listTokens, {}, member);
    expect(body.map(({ lastUsedOn }) => lastUsedOn)).toEqual([day]);
  });
});

describe('limits', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await openTestApp({ rateLimits: ({ pool }) => databaseRateLimits(pool) });
  });
  afterAll(() => limited.close());
  /** Admission counts the call before the body is found to be incomplete. */
  const ask = async (token: string, address: string) => {
    const headers = bearer(token);
    const body = {} as never;
    return (await limited.call(submitApp, { body }, { ...visitor, address }, headers)).status;
  };
  const CALLS = 30;

  test('all tokens and sessions of an owner share one limit', async () => {
    const owner = await limited.person('member');
    const one = await apiTokenOf(limited, owner, ['apps:write']);
    const other = await apiTokenOf(limited, owner, ['apps:write']);
    for (let count = 0; count < CALLS; count += 2) {
      expect(await ask(one, '203.0.113.1')).toBe(400);
      expect(await ask(other, '203.0.113.2')).toBe(400);
    }
    expect(await ask(one, '203.0.113.3')).toBe(429);
    expect((await limited.call(submitApp, { body: {} as never }, owner)).status).toBe(429);
    const stranger = await apiTokenOf(limited, await limited.person('member'), ['apps:write']);
    expect(await ask(stranger, '203.0.113.1')).toBe(400);
  });

  test('unknown tokens use up the limit of their network, but known ones still work', async () => {
    const token = await apiTokenOf(limited, await limited.person('member'), ['apps:write']);
    const address = '203.0.113.9';
    expect(await ask(token, address)).toBe(400);
    for (let count = 0; count < CALLS; count += 1) expect(await ask(`zap_${count}`, address)).toBe(401);
    expect(await ask('zap_one_more', address)).toBe(429);
    expect(await ask('zap_one_more', '203.0.113.10')).toBe(401);
    expect(await ask(token, address)).toBe(400);
  });
});
