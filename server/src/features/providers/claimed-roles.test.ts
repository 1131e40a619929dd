import { createApiToken } from '@zapdeck/contract/accounts/api-tokens';
import { login } from '@zapdeck/contract/sign-in/auth';
import { pendingApps } from '@zapdeck/contract/moderation/pending-apps';
import type { Scope } from '@zapdeck/contract/accounts/scopes';
import { adminUsers, editUser } from '@zapdeck/contract/accounts/users';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '../../db/schema/users.table.ts';
import { apiTokenOf } from '../../testing/api-token-of.ts';
import { TEST_PASSWORD, visitor } from '../../testing/test-app.ts';
import { changeRole } from '../users/admin-accounts.ts';
import { type ClaimsFixture, openClaims } from './claimed-roles.fixture.ts';
import { CLAIM_VALUES_MAX } from './role-claim.ts';

let f: ClaimsFixture;
beforeAll(async () => {
  f = await openClaims();
});
afterAll(() => f.close());
beforeEach(async () => {
  f.web.nextPerson();
  f.log.length = 0;
  await f.map([
    { value: 'admins', role: 'admin' },
    { value: '/zapdeck/Moderators', role: 'moderator' },
    { value: 'reviewers', role: 'moderator' },
  ]);
});

describe('a role claim', () => {
  test.each([
    ['admins', 'admin'],
    [['everyone', 'admins'], 'admin'],
    [['/zapdeck/Moderators'], 'moderator'],
    [['reviewers', 'admins', 'reviewers'], 'admin'],
    [{ reviewers: { '1': 'example.org' } }, 'moderator'],
    [['Admins', 'admin', 'admins ', '/zapdeck', 'Moderators'], 'member'],
    [[], 'member'],
    [undefined, 'member'],
  ])('%j gives the role %s', async (groups, role) => {
    const cookies = await f.arrive(groups);
    expect(await f.roleIn(cookies)).toBe(role);
    expect(await f.account()).toMatchObject({ givenRole: 'member', claimedRole: role, role });
  });

  test('gives no role without a mapping', async () => {
    await f.map([]);
    expect(await f.roleIn(await f.arrive(['admins']))).toBe('member');
  });

  test('of Google gives no role', async () => {
    const { google } = f.web.standIns;
    google.person = { ...google.person, groups: ['admins'] };
    const { cookies } = await f.web.signIn('google');
    expect(await f.roleIn(cookies)).toBe('member');
  });

  test('is recorded with the provider as the actor, and mailed to the owner', async () => {
    await f.arrive(['reviewers']);
    expect(await f.entries()).toEqual([
      {
        action: 'user.role_claimed',
        actor: null,
        before: { role: 'member' },
        after: { role: 'moderator' },
      },
    ]);
    expect(await f.mails()).toEqual(['moderator_granted_by_provider']);
    await f.arrive(['reviewers']);
    expect(await f.entries()).toHaveLength(1);
    expect(await f.mails()).toHaveLength(1);
  });

  test('ends the other sessions when it changes', async () => {
    const first = await f.arrive(['reviewers']);
    const second = await f.arrive(['reviewers']);
    expect(await f.roleIn(first)).toBe('moderator');
    const third = await f.arrive(['admins']);
    expect([await f.roleIn(first), await f.roleIn(second)]).toEqual([undefined, undefined]);
    expect(await f.roleIn(third)).toBe('admin');
    const fourth = await f.arrive(['reviewers']);
    expect([await f.roleIn(third), await f.roleIn(fourth)]).toEqual([undefined, 'moderator']);
    expect(await f.mails()).toEqual([
      'moderator_granted_by_provider',
      'admin_granted_by_provider',
      'moderator_granted_by_provider',
    ]);
  });

  test('removes the role at the next sign-in after it is lost, and ends the other sessions', async () => {
    const before = await f.arrive(['admins']);
    const after = await f.arrive(['everyone']);
    expect([await f.roleIn(before), await f.roleIn(after)]).toEqual([undefined, 'member']);
    expect((await f.entries()).at(-1)).toMatchObject({
      action: 'user.claim_lost',
      actor: null,
      before: { role: 'admin' },
      after: { role: 'member' },
    });
    expect((await f.mails()).at(-1)).toBe('admin_revoked_by_provider');
  });

  test('follows a changed mapping only at the next sign-in', async () => {
    const cookies = await f.arrive(['reviewers']);
    await f.map([{ value: 'reviewers', role: 'admin' }]);
    expect(await f.roleIn(cookies)).toBe('moderator');
    const again = await f.arrive(['reviewers']);
    expect(await f.roleIn(again)).toBe('admin');
    await f.map([]);
    expect(await f.roleIn(again)).toBe('admin');
    expect(await f.roleIn(await f.arrive(['reviewers']))).toBe('member');
  });

  test('changes nothing for a suspended account', async () => {
    await f.arrive(['reviewers']);
    const { id } = await f.account();
    const suspension = { suspendedAt: f.web.t.clock.now, suspendedReason: 'Spam' };
    await f.web.t.deps.db.update(users).set(suspension).where(eq(users.id, id));
    f.web.standIns.platform.person = { ...f.web.standIns.platform.person, groups: ['admins'] };
    expect((await f.web.signIn('platform')).location).toBe('/login?error=suspended');
    expect((await f.account()).role).toBe('moderator');
    expect(await f.mails()).toHaveLength(1);
  });
});

describe('a claim that cannot be read', () => {
  const faults = () => f.log.filter((line) => line.includes('values of the role claim were ignored'));

  test.each([
    [
      '10,000 values',
      Array.from({ length: 10_000 }, (_, at) => (at === 0 ? 'admins' : `g${at}`)),
      'too_many',
    ],
    ['a number', 7, 'not_text'],
    ['nested lists', [['admins']], 'not_text'],
    ['lists of objects', [{ name: 'admins' }], 'not_text'],
  ])('gives no role and logs one line: %s', async (_what, groups, fault) => {
    expect(await f.roleIn(await f.arrive(groups))).toBe('member');
    expect(faults()).toHaveLength(1);
    expect(faults()[0]).toContain(`"fault":"${fault}"`);
    expect(faults()[0]).not.toContain('admins');
  });

  test('can be too long by its number of values', async () => {
    const groups = Array.from({ length: CLAIM_VALUES_MAX - 1 }, (_, at) => `g${at}`);
    expect(await f.roleIn(await f.arrive([...groups, 'reviewers']))).toBe('moderator');
    expect(faults()).toEqual([]);
  });
});

describe('a role from an admin beside a claimed one', () => {
  const give = async (role: 'member' | 'moderator' | 'admin') => {
    const { id } = await f.account();
    const by = await f.web.t.signInAgain(f.admin);
    const answer = await f.web.t.call(editUser, { params: { id }, body: { role } }, by);
    return answer.status === 200 ? answer.body : answer.error;
  };

  test('is not lowered by a claim, and stays when the claim is lost', async () => {
    await f.arrive([]);
    await give('admin');
    expect(await f.roleIn(await f.arrive(['reviewers']))).toBe('admin');
    expect(await f.roleIn(await f.arrive([]))).toBe('admin');
    expect(await f.entries()).toEqual([]);
  });

  test('applies again after a higher claimed role is lost', async () => {
    await f.arrive([]);
    await give('moderator');
    expect(await f.roleIn(await f.arrive(['admins']))).toBe('admin');
    expect(await f.roleIn(await f.arrive([]))).toBe('moderator');
    expect((await f.mails()).slice(-2)).toEqual([
      'admin_granted_by_provider',
      'moderator_granted_by_provider',
    ]);
  });

  test('can be removed, while the claimed one stays', async () => {
    await f.arrive([]);
    await give('admin');
    const cookies = await f.arrive(['admins']);
    const mails = await f.mails();
    expect(await give('member')).toMatchObject({
      role: 'admin',
      isAdmin: true,
      givenRole: 'member',
      claimedRole: 'admin',
    });
    expect(await f.roleIn(cookies)).toBeUndefined();
    expect(await f.mails()).toEqual(mails);
    expect(await f.roleIn(await f.arrive(['admins']))).toBe('admin');
    expect(await f.roleIn(await f.arrive([]))).toBe('member');
  });

  test('can be given and removed by the operator, while the claimed one stays', async () => {
    const cookies = await f.arrive(['reviewers']);
    const { db, jobs } = f.web.t.deps;
    const operation = { jobs, email: (await f.account()).email ?? '', now: f.web.t.clock.now };
    await changeRole(db, operation, 'admin');
    expect(await f.account()).toMatchObject({ givenRole: 'admin', claimedRole: 'moderator', role: 'admin' });
    expect(await f.roleIn(cookies)).toBeUndefined();
    await changeRole(db, operation, 'member');
    expect(await f.account()).toMatchObject({ givenRole: 'member', role: 'moderator' });
    expect(await f.mails()).toEqual([
      'moderator_granted_by_provider',
      'admin_granted_by_operator',
      'moderator_granted_by_operator',
    ]);
  });

  test('is shown to admins', async () => {
    await f.arrive(['reviewers']);
    const { t, people } = f.web;
    const query = { search: `person-${people}@example.org` };
    const { body } = await t.call(adminUsers, { query }, await t.signInAgain(f.admin));
    expect(body).toMatchObject([{ role: 'moderator', givenRole: 'member', claimedRole: 'moderator' }]);
  });
});

describe('a session without the provider', () => {
  const withPassword = async (values: Partial<typeof users.$inferInsert> = {}) => {
    const { id, email } = await f.account();
    const { db, passwords } = f.web.t.deps;
    const passwordHash = await passwords.hash(TEST_PASSWORD);
    await db
      .update(users)
      .set({ passwordHash, ...values })
      .where(eq(users.id, id));
    return f.web.t.call(login, { body: { email: email ?? '', password: TEST_PASSWORD } });
  };

  test('has no claimed role, so that losing the claim has an effect', async () => {
    await f.arrive(['admins']);
    const { body, setCookie } = await withPassword();
    expect([body.role, body.isAdmin]).toEqual(['member', false]);
    expect((await f.web.whoIs(setCookie))?.lacksClaimedRole).toBe(true);
    expect(await f.roleIn(setCookie)).toBe('member');
    const { status } = await f.web.t.call(adminUsers, { query: {} }, { user: null, cookies: setCookie });
    expect(status).toBe(403);
    expect((await f.account()).role).toBe('admin');
    expect(await f.roleIn(await f.arrive(['admins']))).toBe('admin');
  });

  test('with an API token has no claimed role, because a token would outlast the claim', async () => {
    const person = { user: null, cookies: await f.arrive(['reviewers']) };
    const shown = { role: 'moderator', givenRole: 'member', lacksClaimedRole: false };
    expect(await f.web.whoIs(person.cookies)).toMatchObject(shown);
    const expiresAt = new Date(f.web.t.clock.now.getTime() + 86_400_000).toISOString();
    const create = (scope: Scope) =>
      f.web.t.call(createApiToken, { body: { name: 'Program', scopes: [scope], expiresAt } }, person);
    expect((await create('review:read')).error.fields).toHaveProperty('scopes');
    expect((await create('apps:read')).status).toBe(201);
    const earlier = await apiTokenOf(f.web.t, { ...person, user: await f.account() }, ['review:read']);
    const headers = { authorization: `Bearer ${earlier}` };
    const { error } = await f.web.t.call(pendingApps, { query: {} }, visitor, headers);
    expect(error.code).toBe('forbidden');
  });

  test('has the role that an admin gave', async () => {
    await f.arrive(['admins']);
    const { setCookie } = await withPassword({ givenRole: 'moderator' });
    expect(await f.roleIn(setCookie)).toBe('moderator');
  });

  test('with Google has no claimed role', async () => {
    await f.arrive(['admins']);
    const { cookies } = await f.web.signIn('google');
    expect((await f.web.whoIs(cookies))?.id).toBe((await f.account()).id);
    expect(await f.roleIn(cookies)).toBe('member');
  });
});
