import { editApp, resetStats, submitApp } from '@zapdeck/contract/apps/apps';
import { continueAsGuest, currentUser, login } from '@zapdeck/contract/sign-in/auth';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { ErrorType, reportError } from '@zapdeck/contract/instance/error-logs';
import { cleanupInteractions, recordDurations, recordInteraction } from '@zapdeck/contract/feed/interactions';
import { reportApp } from '@zapdeck/contract/moderation/reports';
import type { Route } from '@zapdeck/contract/wire/route';
import { routes } from '@zapdeck/contract/wire/routes';
import { advertisementConfig } from '@zapdeck/contract/instance/settings';
import { editUser, reportZapCount } from '@zapdeck/contract/accounts/users';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../db/columns.ts';
import {
  isStored,
  listen,
  markedAdminWrites,
  type Target,
  unmarkedAdminWrites,
  writeOnce,
} from '../testing/write-once.ts';
import { openTestApp, type Person, type Role, TEST_PASSWORD, type TestApp } from '../testing/test-app.ts';
import { testEachRoute } from '../testing/test-routes.ts';
import { setSettings } from '../testing/set-settings.ts';
import { instanceKind } from '../features/settings/kinds.ts';

let t: TestApp;
let appId: string;
let target: Target;
let url: string;
const people = {} as Record<Role, Person>;
beforeAll(async () => {
  t = await openTestApp();
  ({ target, url } = await listen(t));
  for (const role of ['visitor', 'guest', 'member', 'admin'] as const) people[role] = await t.person(role);
  appId = (await t.addApp()).id;
  await t.deps.pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'no more' USING ERRCODE = 'admin_shutdown'; END $$`);
});
afterAll(() => t.close());

interface Attempt {
  params?: Record<string, string>;
  body?: unknown;
}

/** Returns the error that the browser creates: status, colon and body. */
async function errorOf(route: Route, as: Person, { params = {}, body = {} }: Attempt = {}) {
  const response = await t.app.inject({
    method: route.method,
    url: route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? newId()),
    headers: { origin: t.deps.config.publicUrl },
    cookies: as.cookies,
    ...(route.method === 'GET' ? {} : { payload: body as object }),
  });
  return { text: `${response.statusCode}: ${response.body}`, body: response.json<{ message?: string }>() };
}

/** Makes every write to the table fail while the work runs. */
async function withoutWritesTo<T>(table: string, work: () => Promise<T>): Promise<T> {
  await t.deps.pool.query(
    `CREATE TRIGGER fault BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION fail()`,
  );
  try {
    return await work();
  } finally {
    await t.deps.pool.query(`DROP TRIGGER fault ON ${table}`);
  }
}

async function everything(): Promise<unknown> {
  const tables = ['users', 'apps', 'votes', 'reports', 'user_app_interactions', 'settings'];
  const sums = tables.map((name) => `(SELECT md5(json_agg(x ORDER BY id)::text) FROM ${name} x) AS ${name}`);
  return (await t.deps.pool.query(`SELECT ${sums.join(', ')}`)).rows;
}

const signedOut = /^401: .*Unauthorized/;

describe('signing in', () => {
  test('the current user without a session returns 401 with the message Unauthorized', async () => {
    expect((await errorOf(currentUser, people.visitor)).text).toMatch(signedOut);
  });

  test('a failed login has a message and does not end a session', async () => {
    const body = { email: 'nobody@example.org', password: TEST_PASSWORD };
    const error = await errorOf(login, people.visitor, { body });
    expect(error.body.message).toBe('Invalid email or password. Please try again.');
    expect(error.text).not.toMatch(signedOut);
  });

  test('a failed sign-up has a reason', async () => {
    const email = people.member.user?.email;
    const body = { email, password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD, firstName: 'A' };
    const { text, body: error } = await errorOf(signup, people.visitor, { body });
    expect(text).toMatch(/^409: /);
    expect(error.message).toBe('An account with this email already exists.');
  });

  test('a failed guest sign-in has a message and creates no guest', async () => {
    const before = await everything();
    const failed = () => errorOf(continueAsGuest, people.visitor);
    const { text, body } = await withoutWritesTo('sessions', failed);
    expect(text).toMatch(/^503: /);
    expect(body.message).toBe('The service is busy. Please try again in a moment.');
    expect(await everything()).toEqual(before);
  });
});

describe('requests without a session', () => {
  test('return 401 with the message Unauthorized at every endpoint that needs one', async () => {
    const closed = Object.entries<Route>(routes).filter(([, { access }]) => access !== 'public');
    const names = closed.map(([name]) => name);
    expect(names).toEqual(
      expect.arrayContaining(['castVote', 'recordInteraction', 'reportApp', 'submitApp']),
    );
    for (const [name, route] of closed) {
      expect.soft((await errorOf(route, people.visitor)).text, name).toMatch(signedOut);
    }
  });
});

describe('other failures have a message, change nothing and are not 401:', () => {
  const taken = 'https://failures.example.com/';
  const app = { title: 'T', description: 'D', url: taken, category: 'Games' };
  beforeAll(async () => {
    await t.call(submitApp, { body: app as never }, people.member);
    // The page check runs after the response.
    await t.deps.background.idle();
  });

  test.each<[string, Route, Role, number, () => Attempt]>([
    ['a vote', castVote, 'member', 404, () => ({ body: { appId: newId(), voteType: 'up' } })],
    ['a report', reportApp, 'member', 404, () => ({ body: { appId: newId(), reason: 'x' } })],
    ['a submission', submitApp, 'member', 409, () => ({ body: app })],
    ['durations', recordDurations, 'member', 400, () => ({ body: { durations: { [appId]: -1 } } })],
    [
      'an interaction',
      recordInteraction,
      'member',
      404,
      () => ({ body: { appId: newId(), interactionType: 'like' } }),
    ],
    ['a zap count', reportZapCount, 'member', 400, () => ({ body: { zapCount: -1 } })],
    ['an update of an app', editApp, 'admin', 404, () => ({ body: { timeSpent: 5 } })],
    ['an update of a user', editUser, 'admin', 404, () => ({ body: { firstName: 'X' } })],
    [
      'an update of one’s own role',
      editUser,
      'admin',
      403,
      () => ({ params: { id: people.admin.user?.id ?? '' }, body: { isAdmin: false } }),
    ],
  ])('%s', async (_what, route, role, status, attempt) => {
    const before = await everything();
    const { text, body } = await errorOf(route, people[role], attempt());
    expect(text.startsWith(`${status}: `), text).toBe(true);
    expect(text).not.toMatch(signedOut);
    expect(body.message).toMatch(/\w.*\w/);
    expect(await everything()).toEqual(before);
  });

  test('failures in the lists of users and apps have a message', async () => {
    const params = { id: people.admin.user?.id ?? '' };
    const own = await errorOf(editUser, people.admin, { params, body: { isAdmin: false } });
    expect(own.body.message).toBe('Cannot modify your own admin status');
    const gone = await errorOf(editApp, people.admin, { body: { timeSpent: 5 } });
    expect(gone.body.message).toBe('This app is not available.');
  });

  test('a failure to read the advertisement settings has a message', async () => {
    await t.deps.pool.query('ALTER TABLE settings RENAME TO away');
    const { text, body } = await errorOf(advertisementConfig, people.member);
    await t.deps.pool.query('ALTER TABLE away RENAME TO settings');
    expect(text).toMatch(/^500: /);
    expect(body.message).toBe('Something went wrong on our side. Please try again in a moment.');
    expect(text).not.toContain('advertisement');
  });

  test.each(ErrorType.options)('the error log accepts %s without a session', async (errorType) => {
    const body = { errorType, errorMessage: 'x', additionalData: { appId } };
    for (const person of Object.values(people)) {
      expect((await t.call(reportError, { body }, person)).status).toBe(204);
    }
  });

  test('an unknown route under /api returns 404 with a message', async () => {
    const response = await t.app.inject({ method: 'GET', url: '/api/no/such/route' });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'not_found', message: expect.any(String) });
  });
});

describe('requests in the admin area', () => {
  const adminRoutes = () =>
    Object.entries<Route>(routes).filter(([, { access }]) => access === 'admin' || access === 'moderator');

  test.each(['guest', 'member'] as const)(
    'of a %s are rejected with the reason at every endpoint',
    async (role) => {
      expect(adminRoutes().length).toBeGreaterThan(15);
      for (const [name, route] of adminRoutes()) {
        const { text, body } = await errorOf(route, people[role]);
        expect.soft(text, name).toMatch(/^403: /);
        expect.soft(body.message, name).toBe('You need admin privileges to access this page');
      }
    },
  );

  // A note is its own log entry.
  const logged = markedAdminWrites.filter((name) => name !== 'writeAppNote');

  testEachRoute(logged, 'have a message and change nothing if they fail half-way: %s', async (name) => {
    const write = await withoutWritesTo('audit_log', () => writeOnce(target, url, name, 1));
    expect([write.status, JSON.parse(write.text)]).toMatchObject([
      503,
      { message: 'The service is busy. Please try again in a moment.' },
    ]);
    expect(await isStored(target.query, write)).toBe(false);
  });

  /** Bodies that change something. */
  const changes: Readonly<Record<string, unknown>> = {
    requireFactor: { isRequired: false },
    recalculateRankings: { upvoteWeight: 1, downvoteWeight: 1, viewWeight: 1, timeWeight: 1 },
  };

  test.each(unmarkedAdminWrites)('change no totals if they fail half-way: %s', async (name) => {
    await setSettings(t, instanceKind, { requireFactor: true });
    const before = await everything();
    const failed = () => errorOf(routes[name], people.admin, { body: changes[name] });
    const { text, body } = await withoutWritesTo('audit_log', failed);
    expect(await everything()).toEqual(before);
    await setSettings(t, instanceKind, { requireFactor: false });
    expect(text).toMatch(/^503: /);
    expect(body.message).toBe('The service is busy. Please try again in a moment.');
  });
});

describe('messages about success', () => {
  test('a retracted vote has a message', async () => {
    const vote = async () =>
      (await t.call(castVote, { body: { appId, voteType: 'up' } }, people.member)).body;
    expect((await vote()).message).not.toBe('Vote removed');
    expect(await vote()).toMatchObject({ message: 'Vote removed', userVote: null });
  });

  test('clean-up and reset return the number of rows', async () => {
    await t.call(
      recordInteraction,
      { body: { appId, interactionType: 'skip', duration: 99 } },
      people.member,
    );
    expect((await t.call(cleanupInteractions, {}, people.admin)).body).toEqual({ deletedCount: 1 });
    const { rows } = await t.deps.pool.query<{ total: number }>('SELECT count(*)::int AS total FROM apps');
    expect((await t.call(resetStats, {}, people.admin)).body).toEqual({ appsReset: rows[0]?.total });
  });
});
