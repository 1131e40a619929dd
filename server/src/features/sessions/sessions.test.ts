import { currentUser, login } from '@zapdeck/contract/sign-in/auth';
import { auditLog } from '@zapdeck/contract/instance/audit-log';
import { suspendPerson } from '@zapdeck/contract/accounts/people';
import {
  endOwnSession,
  endPersonSession,
  ownSessions,
  personSessions,
} from '@zapdeck/contract/sign-in/sessions';
import { ownSecurityLog, securityLog } from '@zapdeck/contract/accounts/security-log';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { sessions } from '../../db/schema/sessions.table.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

let t: TestApp;
/** A second node on the same database. */
let other: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  other = await openTestApp({ database: t.database });
  admin = await t.person('admin');
});
afterAll(async () => {
  await other.close();
  await t.close();
});

let email: string;
let userId: string;
let laptop: Person;
let phone: Person;

async function signIn(agent: string, address: string, on = t): Promise<Person> {
  const visitor = { user: null, cookies: {}, address };
  const body = { email, password: TEST_PASSWORD };
  const { setCookie } = await on.call(login, { body }, visitor, { 'user-agent': agent });
  return { user: null, cookies: setCookie, address };
}

function advance(ms: number) {
  t.clock.advance(ms);
  other.clock.now = t.clock.now;
}

beforeEach(async () => {
  const passwordHash = await t.deps.passwords.hash(TEST_PASSWORD);
  const { user } = await t.person('member', { passwordHash });
  [email, userId] = [user?.email ?? '', user?.id ?? ''];
  await t.deps.db.delete(sessions).where(eq(sessions.userId, userId));
  laptop = await signIn(FIREFOX, '203.0.113.7');
  advance(MINUTE_MS);
  phone = await signIn(IPHONE, '2001:db8:7::1', other);
  advance(MINUTE_MS);
});

const list = async (as: Person, on = t) => (await on.call(ownSessions, {}, as)).body;
const status = async (as: Person, on = t) => (await on.call(currentUser, {}, as)).status;
const namesOf = async (as: Person) =>
  (await t.call(ownSecurityLog, { query: {} }, as)).body.map(({ event, network, device }) => [
    event,
    device?.browser ?? null,
    network,
  ]);

describe('a member', () => {
  test('sees the current device first, with device, times and network', async () => {
    const since = (ms: number) => new Date(t.clock.now.getTime() - ms).toISOString();
    const found = await list(laptop);
    expect(found).toEqual([
      {
        id: expect.any(String),
        isThis: true,
        device: { browser: 'Firefox', system: 'Linux' },
        network: 'B',
        createdAt: since(2 * MINUTE_MS),
        lastSeenAt: since(0),
      },
      {
        id: expect.any(String),
        isThis: false,
        device: { browser: 'Safari', system: 'iPhone' },
        network: 'A',
        createdAt: since(MINUTE_MS),
        lastSeenAt: since(MINUTE_MS),
      },
    ]);
    expect((await list(phone, other)).map(({ device }) => device?.browser)).toEqual(['Safari', 'Firefox']);
    const text = JSON.stringify(found);
    for (const secret of ['203.0.113', '2001:db8', ...Object.values(laptop.cookies)])
      expect(text).not.toContain(secret);
  });

  test('signs out another device on all nodes, which the log records', async () => {
    const [, lost] = await list(laptop);
    const ended = await t.call(endOwnSession, { params: { id: lost?.id ?? '' } }, laptop, {
      'user-agent': FIREFOX,
    });
    expect([ended.status, ended.setCookie]).toEqual([204, {}]);
    expect([await status(phone, other), await status(laptop, other)]).toEqual([401, 200]);
    expect(await list(laptop)).toHaveLength(1);
    const { body } = await t.call(ownSecurityLog, { query: {} }, laptop);
    expect(body[0]).toMatchObject({
      event: 'session_ended',
      device: { browser: 'Firefox', system: 'Linux' },
      details: { device: { browser: 'Safari', system: 'iPhone' } },
    });
    const again = await t.call(endOwnSession, { params: { id: lost?.id ?? '' } }, laptop);
    expect(again.error.code).toBe('session_not_found');
  });

  test('ends a session once, even from two nodes at the same time', async () => {
    const [, lost] = await list(laptop);
    const params = { id: lost?.id ?? '' };
    const answers = await Promise.all([t, other].map((node) => node.call(endOwnSession, { params }, laptop)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 404]);
    const names = (await namesOf(laptop)).map(([name]) => name);
    expect(names.filter((name) => name === 'session_ended')).toHaveLength(1);
  });

  test('signs out the current device, which loses its cookie', async () => {
    const [own] = await list(laptop);
    const { setCookie } = await t.call(endOwnSession, { params: { id: own?.id ?? '' } }, laptop);
    expect(setCookie).toEqual({ sid: '' });
    expect([await status(laptop), await status(phone)]).toEqual([401, 200]);
  });

  test('can neither see nor end sessions of others', async () => {
    const stranger = await t.person('member');
    const [own] = await list(laptop);
    const { error } = await t.call(endOwnSession, { params: { id: own?.id ?? '' } }, stranger);
    const unknown = await t.call(endOwnSession, { params: { id: newId() } }, stranger);
    expect([error.code, unknown.error.code]).toEqual(['session_not_found', 'session_not_found']);
    expect((await list(stranger)).map(({ isThis }) => isThis)).toEqual([true]);
    expect(await status(laptop)).toBe(200);
  });

  test('does not see expired sessions', async () => {
    advance(6 * DAY_MS);
    await status(laptop);
    advance(2 * DAY_MS);
    expect(await list(laptop)).toHaveLength(1);
  });
});

describe('an admin', () => {
  const findOf = async (person: Person) =>
    (await t.call(personSessions, { params: { id: userId } }, person)).body;

  test('ends a session of a member, with an audit entry and an event without the admin’s device', async () => {
    const fresh = await t.signInAgain(admin);
    const [first] = await findOf(fresh);
    expect(first).toMatchObject({ isThis: false, device: { browser: 'Safari' }, network: 'A' });
    const params = { id: first?.id ?? '' };
    expect((await t.call(endPersonSession, { params }, fresh, { 'user-agent': FIREFOX })).status).toBe(204);
    expect([await status(phone, other), await status(laptop)]).toEqual([401, 200]);
    const entries = await t.call(auditLog, { query: { target: userId } }, fresh);
    expect(entries.body).toMatchObject([{ action: 'user.sessions_ended', before: { sessions: 1 } }]);
    expect((await namesOf(laptop))[0]).toEqual(['session_ended', null, null]);
  });

  test('sees no sessions of a suspended member', async () => {
    const fresh = await t.signInAgain(admin);
    expect(await findOf(fresh)).toHaveLength(2);
    const params = { id: userId };
    await t.call(suspendPerson, { params, body: { reason: 'Spam.' } }, fresh);
    expect(await findOf(fresh)).toEqual([]);
  });

  test('cannot end an unknown session or their own', async () => {
    const fresh = await t.signInAgain(admin);
    const end = (id: string) => t.call(endPersonSession, { params: { id } }, fresh);
    expect((await end(newId())).error.code).toBe('session_not_found');
    const [own] = await list(fresh);
    expect((await end(own?.id ?? '')).error.code).toBe('own_account');
    expect(await status(fresh)).toBe(200);
  });
});

describe('the security log', () => {
  test('shows a network with one letter on all pages, also to admins and in the list of sessions', async () => {
    for (const address of ['198.51.100.1', '203.0.113.99']) {
      await signIn(FIREFOX, address);
      advance(MINUTE_MS);
    }
    const pages = [];
    for (const offset of [0, 2]) {
      const { body, headers } = await t.call(ownSecurityLog, { query: { limit: 2, offset } }, laptop);
      expect(headers['x-total-count']).toBe('4');
      pages.push(body.map(({ network }) => network));
    }
    expect(pages).toEqual([
      ['A', 'B'],
      ['C', 'A'],
    ]);
    const secondPage = { user: userId, limit: 2, offset: 2 };
    const { body } = await t.call(securityLog, { query: secondPage }, await t.signInAgain(admin));
    expect(body.map(({ network }) => network)).toEqual(pages[1]);
    expect((await list(laptop)).map(({ network }) => network)).toEqual(['A', 'A', 'B', 'C']);
  });

  test('shows admins all accounts by account, event and time, and members only their own', async () => {
    const fresh = await t.signInAgain(admin);
    const stranger = await t.person('member');
    expect((await t.call(ownSecurityLog, { query: {} }, stranger)).body).toEqual([]);
    const all = (await t.call(securityLog, { query: { event: 'signed_in' } }, fresh)).body;
    expect(new Set(all.map(({ user }) => user.email)).size).toBeGreaterThan(1);
    expect(all[0]).toMatchObject({ user: { id: userId, email }, network: 'A' });
    const find = async (query: Record<string, string>) =>
      (await t.call(securityLog, { query: { user: userId, ...query } }, fresh)).body.length;
    const moment = (minutes: number) => new Date(t.clock.now.getTime() - minutes * MINUTE_MS).toISOString();
    expect(await find({})).toBe(2);
    expect(await find({ event: 'signed_out' })).toBe(0);
    expect(await find({ from: moment(1) })).toBe(1);
    expect(await find({ to: moment(1) })).toBe(1);
  });
});
