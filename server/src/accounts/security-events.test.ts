import { changePassword, downloadData, logoutEverywhere } from '@zapdeck/contract/accounts/account';
import { login, logout } from '@zapdeck/contract/sign-in/auth';
import { usersCsv } from '@zapdeck/contract/wire/csv-exports';
import { endPersonSessions, liftSuspension, suspendPerson } from '@zapdeck/contract/accounts/people';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { editUser } from '@zapdeck/contract/accounts/users';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { networkKey } from '../db/schema/network-key.table.ts';
import { securityEvents } from '../db/schema/security-events.table.ts';
import { sessions } from '../db/schema/sessions.table.ts';
import { changeRole, resetPassword } from '../features/users/admin-accounts.ts';
import { purgeExpired, purgeOld } from '../testing/purge-expired.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../testing/test-app.ts';
import { FAILURES_MAX } from './security-events.ts';

const DAY_MS = 24 * 3_600_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const firefox = { 'user-agent': FIREFOX };
const HOME = '203.0.113.7';

let t: TestApp;
/** A second node on the same database. */
let other: TestApp;
let admin: Person;
let member: Person;
beforeAll(async () => {
  t = await openTestApp();
  other = await openTestApp({ database: t.database });
});
afterAll(async () => {
  await other.close();
  await t.close();
});
beforeEach(async () => {
  const passwordHash = await t.deps.passwords.hash(TEST_PASSWORD);
  admin = { ...(await t.person('admin')), address: '198.51.100.1' };
  member = { ...(await t.person('member', { passwordHash })), address: HOME };
});

const idOf = ({ user }: Person) => user?.id ?? '';
const emailOf = ({ user }: Person) => user?.email ?? '';

async function eventsOf(person: Person) {
  await Promise.all([t.deps.background.idle(), other.deps.background.idle()]);
  const order = [asc(securityEvents.createdAt), asc(securityEvents.id)];
  return t.deps.db
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.userId, idOf(person)))
    .orderBy(...order);
}

const briefly = async (person: Person) =>
  (await eventsOf(person)).map(({ event, device, details }) => [event, device?.browser ?? null, details]);

const signIn = (person: Person, { on = t, password = TEST_PASSWORD, address = HOME } = {}) =>
  on.call(
    login,
    { body: { email: emailOf(person), password } },
    { user: null, cookies: {}, address },
    firefox,
  );

describe('the security log records', () => {
  test('a sign-up, a sign-in and a sign-out with device and network', async () => {
    const email = `new-${Date.now()}@example.org`;
    const body = { email, password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD, firstName: 'N' };
    const visitor = { user: null, cookies: {}, address: HOME };
    const made = await t.call(signup, { body }, visitor, firefox);
    const person: Person = { user: made.body as never, cookies: made.setCookie, address: HOME };
    await t.app.inject({
      method: 'GET',
      url: logout.path,
      cookies: made.setCookie,
      remoteAddress: '203.0.113.200',
      headers: { ...firefox, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
    });
    await signIn(person, { address: '203.0.114.7' });
    const events = await eventsOf(person);
    expect(events).toMatchObject([
      { event: 'signed_up', device: { browser: 'Firefox', system: 'Linux' }, details: { way: 'password' } },
      { event: 'signed_out', details: {} },
      { event: 'signed_in', details: { way: 'password', isNewDevice: true } },
    ]);
    const [home, same, elsewhere] = events.map(({ network }) => network);
    expect(same).toBe(home);
    expect(elsewhere).not.toBe(home);
    expect(JSON.stringify(events)).not.toContain('203.0.11');
    const [session] = await t.deps.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, idOf(person)));
    expect(session).toMatchObject({ device: { browser: 'Firefox', system: 'Linux' }, network: elsewhere });
  });

  test('changes by the owner, with the device', async () => {
    const body = {
      currentPassword: TEST_PASSWORD,
      password: 'correct-horse-10',
      confirmPassword: 'correct-horse-10',
    };
    const changed = await t.call(changePassword, { body }, member, firefox);
    const now = { ...member, cookies: changed.setCookie };
    await t.call(downloadData, {}, now, firefox);
    await t.call(logoutEverywhere, { body: { devices: 'all' } }, now, firefox);
    expect(await briefly(member)).toEqual([
      ['password_changed', 'Firefox', {}],
      ['data_exported', 'Firefox', {}],
      ['sessions_ended', 'Firefox', { sessions: 1 }],
    ]);
  });

  test('changes by others, without a device or network', async () => {
    const params = { id: idOf(member) };
    await t.call(endPersonSessions, { params }, admin, firefox);
    await t.call(suspendPerson, { params, body: { reason: 'Spam.' } }, admin, firefox);
    await signIn(member);
    await eventsOf(member);
    await t.call(liftSuspension, { params }, admin, firefox);
    await t.call(editUser, { params, body: { role: 'moderator' } }, admin, firefox);
    const operation = { jobs: t.deps.jobs, email: emailOf(member), now: t.clock.now };
    await changeRole(t.deps.db, operation, 'member');
    await resetPassword(t.deps.db, t.deps.passwords, operation);
    expect(await briefly(member)).toEqual([
      ['sessions_ended', null, { by: 'admin', sessions: 1 }],
      ['account_suspended', null, {}],
      ['sign_in_failed', 'Firefox', {}],
      ['suspension_lifted', null, {}],
      ['role_changed', null, { by: 'admin', before: 'member', after: 'moderator' }],
      ['role_changed', null, { by: 'operator', before: 'moderator', after: 'member' }],
      ['password_changed', null, { by: 'operator' }],
    ]);
    const shown = (await eventsOf(member)).filter(({ event }) => event !== 'sign_in_failed');
    expect(shown.map(({ network }) => network)).toEqual(shown.map(() => null));
  });

  test('an exported list, in the admin’s log', async () => {
    await t.app.inject({ method: 'GET', url: usersCsv.path, cookies: admin.cookies, headers: firefox });
    expect(await briefly(admin)).toEqual([['data_exported', 'Firefox', { list: 'users' }]]);
  });

  test('nothing if the action fails', async () => {
    await t.call(suspendPerson, { params: { id: idOf(admin) }, body: { reason: 'Me.' } }, admin);
    const body = { currentPassword: 'wrong-horse-9', password: 'correct-horse-10' };
    await t.call(changePassword, { body: { ...body, confirmPassword: 'correct-horse-10' } }, member);
    expect([await briefly(admin), await briefly(member)]).toEqual([[], []]);
  });
});

test('at most twenty failures a day for guesses on two nodes, without hiding a sign-in', async () => {
  const guess = async (_: unknown, index: number) =>
    signIn(member, { on: index % 2 === 0 ? t : other, password: 'not-this-one', address: `10.0.${index}.1` });
  const attempts = Array.from({ length: FAILURES_MAX + 10 });
  await Promise.all(attempts.map(guess));
  await signIn(member);
  const names = (await eventsOf(member)).map(({ event }) => event);
  expect(names.filter((name) => name === 'sign_in_failed')).toHaveLength(FAILURES_MAX);
  expect(names).toContain('signed_in');
  t.clock.advance(DAY_MS);
  other.clock.advance(DAY_MS);
  await guess(undefined, 0);
  await guess(undefined, 1);
  expect(await eventsOf(member)).toHaveLength(FAILURES_MAX + 3);
});

test('nothing for a guess at an unknown address', async () => {
  const before = await t.deps.db.$count(securityEvents);
  const body = { email: 'nobody@example.org', password: 'not-this-one' };
  expect((await t.call(login, { body })).error.code).toBe('wrong_credentials');
  await t.deps.background.idle();
  expect(await t.deps.db.$count(securityEvents)).toBe(before);
});

test('keeps networks for 60 days and events for 90', async () => {
  const passDays = (days: number) => {
    t.clock.advance(days * DAY_MS);
    return purgeOld(t);
  };
  await signIn(member);
  await passDays(59);
  expect((await eventsOf(member))[0]?.network).toEqual(expect.any(String));
  await passDays(2);
  expect(await eventsOf(member)).toMatchObject([{ event: 'signed_in', network: null }]);
  await passDays(28);
  expect(await eventsOf(member)).toHaveLength(1);
  await passDays(2);
  expect(await eventsOf(member)).toEqual([]);
});

test('replaces the key of networks after 30 days, but not that of reports', async () => {
  const readKeys = async () => {
    const [row] = await t.deps.db.select().from(networkKey);
    return [row?.key.toString('hex'), row?.monthlyKey.toString('hex')];
  };
  await t.deps.db.update(networkKey).set({ monthlyKeyAt: t.clock.now });
  const [reports, first] = await readKeys();
  t.clock.advance(29 * DAY_MS);
  await purgeExpired(t);
  expect(await readKeys()).toEqual([reports, first]);
  t.clock.advance(DAY_MS);
  await purgeExpired(t);
  const [same, second] = await readKeys();
  expect(same).toBe(reports);
  expect(second).not.toBe(first);
  await purgeExpired(t);
  expect(await readKeys()).toEqual([same, second]);
});
