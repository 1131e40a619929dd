import { changePassword, logoutEverywhere } from '@zapdeck/contract/accounts/account';
import { continueAsGuest, currentUser, login } from '@zapdeck/contract/sign-in/auth';
import { signup } from '@zapdeck/contract/sign-in/signup';
import type { Role } from '@zapdeck/contract/accounts/roles';
import type { Route } from '@zapdeck/contract/wire/route';
import { routes } from '@zapdeck/contract/wire/routes';
import { editUser } from '@zapdeck/contract/accounts/users';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import {
  type CallResult,
  openTestApp,
  type Person,
  TEST_PASSWORD,
  type TestApp,
  visitor,
} from '../../testing/test-app.ts';
import { changeRole } from '../users/admin-accounts.ts';
import { users } from '../../db/schema/users.table.ts';
import { sessions } from '../../db/schema/sessions.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';

const NEW_PASSWORD = 'another-horse-7';

let t: TestApp;
let passwordHash: string;
beforeAll(async () => {
  t = await openTestApp();
  passwordHash = await t.deps.passwords.hash(TEST_PASSWORD);
});
afterAll(() => t.close());

const twice = (password: string) => ({ password, confirmPassword: password });
const holding = (cookies: Record<string, string>): Person => ({ user: null, cookies });
const isSignedIn = async (person: Person) => (await t.call(currentUser, {}, person)).status === 200;

let people = 0;
const newEmail = () => `session-${(people += 1)}@example.org`;
const member = () => t.person('member', { email: newEmail(), passwordHash });

interface Way {
  what: string;
  /** The caller. If they have a session, the call replaces it. */
  from: () => Promise<Person>;
  call: (from: Person) => Promise<CallResult<unknown>>;
}

const signUp = (from: Person) =>
  t.call(signup, { body: { email: newEmail(), ...twice(TEST_PASSWORD), firstName: 'Ada' } }, from);
const logIn = (from: Person) =>
  t.call(login, { body: { email: from.user?.email ?? '', password: TEST_PASSWORD } }, from);
const change = (from: Person, headers: Record<string, string> = {}) =>
  t.call(changePassword, { body: { currentPassword: TEST_PASSWORD, ...twice(NEW_PASSWORD) } }, from, headers);
const underKey = { 'idempotency-key': 'again' };
const leaveOthers = (from: Person, headers: Record<string, string> = {}) =>
  t.call(logoutEverywhere, { body: { devices: 'others' } }, from, headers);

/** Calls that start a session. Sign-in through providers has its own tests. */
const ways: Way[] = [
  { what: 'signing up', from: async () => visitor, call: signUp },
  { what: 'a guest who signs up', from: () => t.person('guest'), call: signUp },
  { what: 'logging in, over a session that is there', from: member, call: logIn },
  {
    what: 'browsing as a guest',
    from: async () => visitor,
    call: (from) => t.call(continueAsGuest, {}, from),
  },
  { what: 'a new password', from: member, call: (from) => change(from) },
  { what: 'a new password under a key', from: member, call: (from) => change(from, underKey) },
  { what: 'signing out everywhere else', from: member, call: (from) => leaveOthers(from) },
  { what: 'the same under a key', from: member, call: (from) => leaveOthers(from, underKey) },
];

describe('each way to start a session creates a new id and ends the previous session', () => {
  test.each(ways)('$what', async ({ from, call }) => {
    const before = await from();
    const { status, setCookie } = await call(before);
    expect(status).toBeLessThan(300);
    expect(setCookie['sid']).toMatch(/^[\w-]{43}$/);
    expect(setCookie['sid']).not.toBe(before.cookies['sid']);
    expect(await isSignedIn(holding(setCookie))).toBe(true);
    expect(await isSignedIn(before)).toBe(false);
  });
});

describe('a failed transaction leaves no change and no cookie', () => {
  const faults = {
    'while the session is stored':
      'CREATE TRIGGER fault BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION fail()',
    'at the commit': `CREATE CONSTRAINT TRIGGER fault AFTER INSERT ON sessions
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail()`,
  };
  beforeAll(async () => {
    await t.deps.pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'no more' USING ERRCODE = 'admin_shutdown'; END $$`);
  });
  afterEach(() => t.deps.pool.query('DROP TRIGGER IF EXISTS fault ON sessions'));

  async function everything(): Promise<unknown> {
    const { rows } = await t.deps.pool.query(`
      SELECT (SELECT json_agg(u ORDER BY id) FROM users u) AS users, (SELECT json_agg(s ORDER BY sid) FROM sessions s) AS sessions`);
    return { rows, jobs: await t.deps.jobs.readWaiting(t.deps.db) };
  }

  describe.each(Object.entries(faults))('%s', (_when, sql) => {
    test.each(ways)('$what', async ({ from, call }) => {
      const person = await from();
      const before = await everything();
      await t.deps.pool.query(sql);
      const { status, error, headers } = await call(person);
      expect([status, error.code]).toEqual([503, 'unavailable']);
      expect(headers['set-cookie']).toBeUndefined();
      expect(await everything()).toEqual(before);
      if (person !== visitor) expect(await isSignedIn(person)).toBe(true);
    });
  });
});

describe('logoutEverywhere ends the sessions', () => {
  test.each(['all', 'others'] as const)('of %s devices', async (devices) => {
    const here = await member();
    const there = holding((await logIn({ ...here, cookies: {} })).setCookie);
    const bystander = await t.person('member');
    const answer = await t.call(logoutEverywhere, { body: { devices } }, here);
    expect(answer.status).toBe(204);
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([false, false]);
    expect(await isSignedIn(holding(answer.setCookie))).toBe(devices === 'others');
    expect(await isSignedIn(bystander)).toBe(true);
  });
});

const changesOfRole: { before: Role; after: Role }[] = [
  { before: 'member', after: 'admin' },
  { before: 'admin', after: 'member' },
  { before: 'member', after: 'moderator' },
  { before: 'moderator', after: 'member' },
  { before: 'admin', after: 'moderator' },
  { before: 'moderator', after: 'admin' },
];

describe('a changed role', () => {
  const ends = [
    {
      by: 'an admin',
      change: async (person: Person, role: Role) => {
        const params = { id: person.user?.id ?? '' };
        await t.call(editUser, { params, body: { role } }, await t.person('admin'));
      },
    },
    {
      by: 'the command line',
      change: (person: Person, role: Role) =>
        changeRole(t.deps.db, { jobs: t.deps.jobs, email: person.user?.email ?? '', now: t.clock.now }, role),
    },
  ];

  test.each(ends.flatMap((end) => changesOfRole.map((roles) => ({ ...end, ...roles }))))(
    'ends existing sessions when $by changes it from $before to $after; a new login works',
    async ({ change: changeIt, before, after }) => {
      const values = { email: newEmail(), passwordHash };
      const person = await t.person('member', { ...values, role: before });
      const stolen = { ...person, cookies: { ...person.cookies } };
      await changeIt(person, after);
      const closed = Object.entries<Route>(routes).filter(([, { access }]) => access !== 'public');
      expect(closed.length).toBeGreaterThan(30);
      for (const [name, route] of closed) {
        const { status } = await t.call(route, { params: { id: 'none' } }, stolen);
        expect.soft(status, name).toBe(401);
      }
      const again = await logIn(person);
      expect(await t.call(currentUser, {}, holding(again.setCookie))).toMatchObject({
        status: 200,
        body: { role: after, isAdmin: after === 'admin' },
      });
    },
  );
});

describe('a session that starts during a change of role or password ends with it', () => {
  /** Starts the call while a change is uncommitted, commits it, and returns the response. */
  async function duringChange(
    { user }: Person,
    values: Partial<typeof users.$inferInsert>,
    call: () => Promise<CallResult<unknown>>,
  ): Promise<CallResult<unknown>> {
    const userId = user?.id ?? '';
    const { promise, resolve: store } = Promise.withResolvers<void>();
    const made = Promise.withResolvers<void>();
    const changed = inTransaction(t.deps.db, async (tx) => {
      await tx.update(users).set(values).where(eq(users.id, userId));
      made.resolve();
      await promise;
      await tx.delete(sessions).where(eq(sessions.userId, userId));
    });
    await made.promise;
    const answer = call();
    await untilBlocked(t.deps.pool);
    store();
    await changed;
    return answer;
  }

  test.each([
    { what: 'a login, and the role', call: logIn, values: { role: 'admin' as const } },
    { what: 'a login, and the password', call: logIn, values: { passwordHash: 'another' } },
    {
      what: 'signing out elsewhere, and the role',
      call: (from: Person) => leaveOthers(from),
      values: { role: 'admin' as const },
    },
    {
      what: 'a new password, and another new one',
      call: (from: Person) => change(from),
      values: { passwordHash: 'another' },
    },
    {
      what: 'a new password, and the role',
      call: (from: Person) => change(from),
      values: { role: 'admin' as const },
    },
  ])('$what', async ({ call, values }) => {
    const person = await member();
    const { status, setCookie } = await duringChange(person, values, () => call(person));
    expect([401, 403]).toContain(status);
    expect(setCookie).toEqual({});
    const left = await t.deps.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, person.user?.id ?? ''));
    expect(left).toEqual([]);
  });

  test('checking a password under an idempotency key holds no connection while it waits', async () => {
    const { pool } = t.deps;
    const person = await member();
    const { promise: checking, resolve: begin } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const verify = vi.spyOn(t.deps.passwords, 'verify').mockImplementation(async () => {
      begin();
      await mayEnd;
      return true;
    });
    try {
      const answer = change(person, underKey);
      await checking;
      // The job queue also polls, so wait until the pool is idle.
      await eventually(() => expect(pool.totalCount - pool.idleCount).toBe(0));
      end();
      expect((await answer).status).toBe(200);
    } finally {
      verify.mockRestore();
    }
  });

  test('signing in works with the cookie of a session that has just ended', async () => {
    const person = await member();
    await t.deps.db.delete(sessions).where(eq(sessions.userId, person.user?.id ?? ''));
    expect((await logIn(person)).status).toBe(200);
  });
});
