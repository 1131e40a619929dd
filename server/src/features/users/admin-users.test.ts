import { currentUser } from '@zapdeck/contract/sign-in/auth';
import type { Role } from '@zapdeck/contract/accounts/roles';
import { adminUsers, editUser } from '@zapdeck/contract/accounts/users';
import { eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { users } from '../../db/schema/users.table.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin', { firstName: 'Ada', lastName: 'Admin', email: 'ada@example.org' });
});
afterAll(() => t.close());

const idOf = (person: Person): string => person.user?.id ?? '';

type Edit = Parameters<typeof edit>[1];
const edit = (
  id: string,
  body: {
    firstName?: string | null;
    lastName?: string | null;
    role?: Role;
    isAdmin?: boolean;
    zapCount?: number;
  },
  as = admin,
) => t.call(editUser, { params: { id }, body }, as);

const read = async (id: string) => (await t.deps.db.select().from(users).where(eq(users.id, id)))[0];

describe('adminUsers', () => {
  let list: (query: Record<string, string>) => Promise<{ names: (string | null)[]; total: number }>;
  beforeAll(async () => {
    await t.person('member', { firstName: 'Björn', lastName: 'Ångström', email: 'bjorn@nobel.example' });
    await t.person('member', { firstName: '100%', lastName: null, authProvider: 'google' });
    await t.person('member', { firstName: 'a_b', authProvider: 'platform' });
    await t.person('guest');
    list = async (query) => {
      const { body, headers } = await t.call(adminUsers, { query }, admin);
      return { names: body.map(({ firstName }) => firstName), total: Number(headers['x-total-count']) };
    };
  });

  test.each([
    [{ search: 'nobel' }, ['Björn']],
    [{ search: 'BJÖRN ång' }, ['Björn']],
    [{ search: '%' }, ['100%']],
    [{ search: '_' }, ['a_b']],
    [{ search: 'nobody at all' }, []],
    [{ role: 'admin' }, ['Ada']],
    [{ role: 'regular' }, [null, 'a_b', '100%', 'Björn']],
    [{ provider: 'google' }, ['100%']],
    [{ provider: 'platform', search: 'a' }, ['a_b']],
    [{}, [null, 'a_b', '100%', 'Björn', 'Ada']],
  ])('returns the users for the query %j', async (query, names) => {
    expect(await list(query as Record<string, string>)).toEqual({ names, total: names.length });
  });

  test('is paged, newest first, with the total', async () => {
    expect(await list({ limit: '2', offset: '1' })).toEqual({ names: ['a_b', '100%'], total: 5 });
  });

  test('returns the fields that admins need, and no hashes', async () => {
    const { body } = await t.call(adminUsers, { query: { role: 'admin' } }, admin);
    expect(body[0]).toEqual({
      id: idOf(admin),
      email: 'ada@example.org',
      firstName: 'Ada',
      lastName: 'Admin',
      profileImageUrl: null,
      authProvider: 'email',
      role: 'admin',
      isAdmin: true,
      givenRole: 'admin',
      claimedRole: 'member',
      claimLostAt: null,
      isGuest: false,
      zapCount: 0,
      suspendedAt: null,
      createdAt: admin.user?.createdAt.toISOString(),
    });
  });
});

describe('editUser', () => {
  test('changes only the given fields, and the zap count to any value', async () => {
    const person = await t.person('member', { zapCount: 900, lastName: 'Old' });
    const { status, body } = await edit(idOf(person), { firstName: 'New', zapCount: 3 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ firstName: 'New', lastName: 'Old', zapCount: 3 });
    expect(await read(idOf(person))).toMatchObject({ firstName: 'New', lastName: 'Old', zapCount: 3 });
    expect((await t.call(currentUser, {}, person)).status).toBe(200);
  });

  test.each([true, false])("setting isAdmin to %j ends the user's sessions", async (isAdmin) => {
    const person = await t.person(isAdmin ? 'member' : 'admin');
    expect((await edit(idOf(person), { isAdmin })).body.isAdmin).toBe(isAdmin);
    expect((await t.call(currentUser, {}, person)).status).toBe(401);
  });

  test.each<[Role, Edit, Role]>([
    ['member', { role: 'moderator' }, 'moderator'],
    ['moderator', { role: 'admin' }, 'admin'],
    ['admin', { role: 'moderator' }, 'moderator'],
    ['moderator', { isAdmin: true }, 'admin'],
    ['moderator', { isAdmin: false }, 'moderator'],
    ['admin', { isAdmin: false }, 'member'],
    ['member', { role: 'admin', isAdmin: true }, 'admin'],
  ])('makes a %s edited with %j a %s', async (before, change, after) => {
    const person = await t.person(before);
    const { body } = await edit(idOf(person), change);
    expect(body).toMatchObject({ role: after, isAdmin: after === 'admin' });
    const role = after === 'member' ? 'regular' : after;
    const found = await t.call(adminUsers, { query: { role, limit: 500 } }, admin);
    expect(found.body.map(({ id }) => id)).toContain(idOf(person));
    expect((await t.call(currentUser, {}, person)).status).toBe(before === after ? 200 : 401);
  });

  test('rejects a role that contradicts isAdmin, and an unknown one', async () => {
    const id = idOf(await t.person('member'));
    for (const change of [{ role: 'moderator', isAdmin: true }, { role: 'owner' }]) {
      const { error } = await edit(id, change as Edit);
      expect([error.code, await read(id)]).toMatchObject(['invalid_input', { role: 'member' }]);
    }
  });

  test('rejects a change of one’s own role, but accepts the same value', async () => {
    for (const change of [{ isAdmin: false }, { role: 'moderator' }] as const)
      expect((await edit(idOf(admin), change)).error.code).toBe('own_admin_status');
    expect((await edit(idOf(admin), { isAdmin: true, lastName: 'Again' })).body.lastName).toBe('Again');
    expect((await t.call(currentUser, {}, admin)).status).toBe(200);
  });

  test.each<[Edit, string]>([
    [{ isAdmin: true }, 'isAdmin'],
    [{ role: 'moderator' }, 'role'],
    [{ zapCount: 1 }, 'zapCount'],
  ])('rejects %j for a guest', async (change, field) => {
    const guest = await t.person('guest');
    const { status, error } = await edit(idOf(guest), change);
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]]);
    expect(await read(idOf(guest))).toMatchObject({ isAdmin: false, zapCount: 0 });
  });

  test('rejects an unknown user with 404', async () => {
    expect((await edit(newId(), { firstName: 'X' })).error.code).toBe('user_not_found');
  });
});

describe('the last admin', () => {
  const admins = () => t.deps.db.select().from(users).where(eq(users.isAdmin, true));
  beforeEach(async () => {
    await t.deps.db
      .update(users)
      .set({ isAdmin: false })
      .where(ne(users.id, idOf(admin)));
  });

  test('stays if two demote each other at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const other = await t.person('admin');
      const [left, right] = await Promise.all([
        edit(idOf(other), { isAdmin: false }, admin),
        edit(idOf(admin), { isAdmin: false }, other),
      ]);
      expect([left.status, right.status].sort()).toEqual([200, expect.toBeOneOf([401, 403, 409])]);
      const remaining = await admins();
      expect(remaining).toHaveLength(1);
      // Continue with the remaining admin.
      if (remaining[0]?.id === idOf(other)) admin = other;
    }
  });

  test('cannot be demoted by a demoted admin, if a third one remains', async () => {
    await t.person('admin');
    for (let round = 0; round < 5; round += 1) {
      const pair = [await t.person('admin'), await t.person('admin')] as const;
      const [left, right] = await Promise.all([
        edit(idOf(pair[1]), { isAdmin: false }, pair[0]),
        edit(idOf(pair[0]), { isAdmin: false }, pair[1]),
      ]);
      expect([left.status, right.status].sort()).toEqual([200, expect.toBeOneOf([401, 403])]);
    }
  });

  test('stays if ten admins demote each other in a ring', async () => {
    const ring = [admin, ...(await Promise.all(Array.from({ length: 9 }, () => t.person('admin'))))];
    await Promise.all(
      ring.map((as, index) => edit(idOf(ring[(index + 1) % ring.length] as Person), { isAdmin: false }, as)),
    );
    const remaining = await admins();
    expect(remaining.length).toBeGreaterThanOrEqual(1);
    admin = ring.find((person) => idOf(person) === remaining[0]?.id) as Person;
  });

  test('stays if concurrent statements remove the last two', async () => {
    const { pool } = t.deps;
    for (let round = 0; round < 10; round += 1) {
      const other = await t.person('admin');
      const taken = await Promise.allSettled([
        pool.query('UPDATE users SET is_admin = false WHERE id = $1', [idOf(admin)]),
        pool.query('DELETE FROM users WHERE id = $1', [idOf(other)]),
      ]);
      expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      if (taken[0]?.status === 'fulfilled') admin = other;
    }
  });

  test('stays against SQL, deletion, and both at once', async () => {
    const { pool } = t.deps;
    for (const sql of ['UPDATE users SET is_admin = false', 'DELETE FROM users WHERE is_admin']) {
      await expect(pool.query(sql)).rejects.toMatchObject({ constraint: 'users_last_admin' });
    }
    expect((await admins()).length).toBeGreaterThanOrEqual(1);
  });
});
