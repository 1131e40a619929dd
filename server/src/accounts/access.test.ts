import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { saveLegalText } from '@zapdeck/contract/instance/legal-texts';
import { PROOF_LASTS_MS } from '@zapdeck/contract/sign-in/proof';
import { type Access, type Route, statusesOf, successStatus } from '@zapdeck/contract/wire/route';
import { routes } from '@zapdeck/contract/wire/routes';
import { roleOf, type Scope, scopes } from '@zapdeck/contract/accounts/scopes';
import { and, eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../db/columns.ts';
import { apps } from '../db/schema/apps.table.ts';
import { sessions } from '../db/schema/sessions.table.ts';
import { type UserRow, users } from '../db/schema/users.table.ts';
import { apiTokenOf } from '../testing/api-token-of.ts';
import { formBody, pictureBody } from '../testing/example-bodies.ts';
import { exampleCalls, examplesOfNone } from '../testing/example-calls.ts';
import { openTestApp, type Person, type Role, TEST_PASSWORD, type TestApp } from '../testing/test-app.ts';
import { testEachRoute } from '../testing/test-routes.ts';
import { handledRoutes } from '../http/contract-route.ts';
import { noRateLimits } from '../http/rate-limit.ts';

/** Expected refusal of each role at each access level. */
const refusals: Readonly<Record<Access, Partial<Record<Role, string>>>> = {
  public: {},
  session: { visitor: 'unauthorized' },
  account: { visitor: 'unauthorized', guest: 'guest_forbidden' },
  member: { visitor: 'unauthorized', guest: 'guest_forbidden' },
  moderator: { visitor: 'unauthorized', guest: 'forbidden', member: 'forbidden' },
  admin: { visitor: 'unauthorized', guest: 'forbidden', member: 'forbidden', moderator: 'forbidden' },
};
const roles: readonly Role[] = ['visitor', 'guest', 'member', 'moderator', 'admin'];

const refusedWithin = (name: Name) => examplesOfNone[name].refused;

/** Fields of the examples that only admins may send. */
const forbiddenWithin: Readonly<Record<string, string>> = { editApp: 'forbidden' };

type Name = keyof typeof routes;

const names = Object.keys(routes) as Name[];

let t: TestApp;
let passwordHash: string;
let stage: { appId: string; reportId: string };
/** Runs between the check of session and role and the handler of the request. */
let beforeHandler = async () => {};
beforeAll(async () => {
  const rateLimits = { ...noRateLimits, consume: () => beforeHandler() };
  t = await openTestApp({ rateLimits: () => rateLimits });
  passwordHash = await t.deps.passwords.hash(TEST_PASSWORD);
  // Keeps one admin, also if only some of these tests run.
  await newUser('admin');
  const { id: appId } = await t.addApp();
  const report = await t.call(
    routes.reportApp,
    { body: { appId, reason: 'Broken' } },
    await t.person('member'),
  );
  stage = { appId, reportId: report.body.id };
});
afterAll(() => t.close());

/** Creates a new user, so that earlier calls have no effect. */
async function newUser(role: Role, values: Partial<typeof users.$inferInsert> = {}): Promise<Person> {
  const hasAccount = role !== 'visitor' && role !== 'guest';
  const own = hasAccount ? { passwordHash, email: `${randomUUID()}@example.org`, ...values } : {};
  return { ...(await t.person(role, own)) };
}

interface Caller extends Person {
  token?: string;
}

const shared = new Map<string, Promise<Caller>>();

/**
 * Returns the caller of one call. Calls that must be refused and calls that read share one, because they have no effect on each
 * other.
 */
function callerOf(
  { kind, name, isRefused }: { kind: string; name: Name; isRefused: boolean },
  make: () => Promise<Caller>,
): Promise<Caller> {
  if (!isRefused && routes[name].method !== 'GET') return make();
  const caller = shared.get(kind) ?? make();
  shared.set(kind, caller);
  return caller;
}

async function setRole({ user }: Person, role: UserRow['role']): Promise<void> {
  await t.deps.db
    .update(users)
    .set({ role })
    .where(eq(users.id, user?.id ?? ''));
}

interface Calls {
  /** Id of a member whom some calls act on. It is created before the first of them. */
  userId: string;
  isTargetThere: boolean;
  examples: ReturnType<typeof exampleCalls>;
}

const callsOf = new WeakMap<Caller, Calls>();

/** Writing all examples takes longer than a call, so those of a caller are written once. */
function writeCalls(caller: Caller): Calls {
  const userId = newId();
  const email = caller.user?.email ?? `${randomUUID()}@example.org`;
  const examples = exampleCalls({ ...stage, userId, email, unique: randomUUID() });
  const calls = { userId, isTargetThere: false, examples };
  callsOf.set(caller, calls);
  return calls;
}

/** Creates the member whom a call acts on, suspended for the endpoint that lifts it. */
async function addTarget(calls: Calls, name: Name): Promise<void> {
  if (calls.isTargetThere || !JSON.stringify(calls.examples[name]).includes(calls.userId)) return;
  calls.isTargetThere = true;
  const suspended = { suspendedAt: t.clock.now, suspendedReason: 'Spam' };
  await t.deps.db.insert(users).values({
    id: calls.userId,
    email: `${calls.userId}@example.org`,
    ...(name === 'liftSuspension' ? suspended : {}),
  });
}

/** Undoes decisions about the app, so that no call depends on the one before. */
async function approveApp(): Promise<void> {
  const decided = and(eq(apps.id, stage.appId), ne(apps.status, 'approved'));
  await t.deps.db.update(apps).set({ status: 'approved' }).where(decided);
}

async function request(name: Name, as: Caller, headers: Record<string, string> = {}) {
  const calls = callsOf.get(as) ?? writeCalls(as);
  await addTarget(calls, name);
  const route: Route = routes[name];
  const { params, query, body, form } = calls.examples[name] as {
    params?: Record<string, string>;
    query?: Record<string, string>;
    body?: object;
    form?: { file: string; name: string };
  };
  const raw = form ? formBody(form) : route.encoding === 'picture' ? pictureBody : undefined;
  const response = await t.app.inject({
    method: route.method,
    url: route.path.replace(/:(\w+)/g, (_, param: string) => params?.[param] ?? ''),
    query: query ?? {},
    cookies: as.cookies,
    headers: {
      ...(as.token === undefined
        ? { origin: t.deps.config.publicUrl }
        : { authorization: `Bearer ${as.token}` }),
      ...(raw ? { 'content-type': raw.type } : {}),
      ...headers,
    },
    ...(raw ? { payload: raw.payload } : body ? { payload: body } : {}),
  });
  await t.deps.background.idle();
  if (route.method !== 'GET' && (route.access === 'moderator' || route.access === 'admin'))
    await approveApp();
  const type = response.headers['content-type'] ?? '';
  const code: unknown = type.includes('json') ? response.json<{ code?: unknown }>().code : undefined;
  return { status: response.statusCode, code, headers: response.headers };
}

/** Calls an endpoint with a token of an admin, and with the cookies of another one. */
async function requestWithToken(name: Name, granted: readonly Scope[], isRefused: boolean) {
  const caller = await callerOf({ kind: `token ${granted.join()}`, name, isRefused }, async () => {
    const { cookies } = await newUser('admin');
    return { user: null, cookies, token: await apiTokenOf(t, await newUser('admin'), granted) };
  });
  return request(name, caller);
}

test('the server handles every route of the contract, and no other', () => {
  const handled = handledRoutes(t.app);
  expect(names.filter((name) => !handled.has(routes[name]))).toEqual([]);
  expect(handled.size).toBe(names.length);
});

testEachRoute(names, 'gives a member whose address must be confirmed a guest’s rights: %s', async (name) => {
  const { access } = routes[name];
  const refusal = access === 'member' ? 'email_not_confirmed' : refusals[access].member;
  const caller = await callerOf({ kind: 'unconfirmed', name, isRefused: refusal !== undefined }, () =>
    newUser('member', { mustConfirmEmail: true, emailVerifiedAt: null }),
  );
  expect((await request(name, caller)).code).toBe(refusal ?? refusedWithin(name));
});

describe.each(roles)('a %s', (role) => {
  testEachRoute(names, 'gets the expected response from %s', async (name) => {
    const route: Route = routes[name];
    const isRefused = refusals[route.access][role] !== undefined;
    const user = await callerOf({ kind: role, name, isRefused }, () => newUser(role));
    // A login accepts a known email with any session.
    const isLogin = name === 'login' && user.user?.email == null;
    const { status, code } = await request(name, user);
    const within = (role === 'moderator' && forbiddenWithin[name]) || refusedWithin(name);
    const refusal = refusals[route.access][role] ?? (isLogin ? 'wrong_credentials' : within);
    expect(code).toBe(refusal);
    if (refusal === undefined) expect(status).toBe(successStatus(route));
    expect([...statusesOf(route)]).toContain(status);
  });
});

describe('a member who has not accepted the terms', () => {
  const publish = async (text: string) => {
    const params = { page: 'terms', language: 'en' } as const;
    expect((await t.call(saveLegalText, { params, body: { text } }, await newUser('admin'))).status).toBe(
      200,
    );
  };
  beforeAll(() => publish('Be kind.'));
  afterAll(() => publish(''));

  testEachRoute(names, 'gets the expected response from %s', async (name) => {
    const { access, method }: Route = routes[name];
    const isOwn = access === 'account' || access === 'public' || access === 'moderator' || access === 'admin';
    const isOpen = isOwn || method === 'GET' || method === 'DELETE';
    const caller = await callerOf({ kind: 'without terms', name, isRefused: !isOpen }, () =>
      newUser('member'),
    );
    const { code } = await request(name, caller);
    if (isOpen) expect(code).not.toBe('terms_not_accepted');
    else expect(code).toBe('terms_not_accepted');
  });
});

describe('an admin’s API token', () => {
  const scopeOf = (name: Name) => (routes[name] as Route).scope;

  testEachRoute(names.filter(scopeOf), 'with only the scope of a route opens %s', async (name) => {
    const route: Route = routes[name];
    const scope = scopeOf(name) as Scope;
    const { status, code, headers } = await requestWithToken(name, [scope], false);
    expect(code).toBe((roleOf(scope) === 'moderator' && forbiddenWithin[name]) || refusedWithin(name));
    if (code === undefined) expect(status).toBe(successStatus(route));
    expect([...statusesOf(route)]).toContain(status);
    expect(headers['set-cookie']).toBeUndefined();
  });

  testEachRoute(names, 'with all scopes but that of the route does not open %s', async (name) => {
    const others = scopes.filter((scope) => scope !== scopeOf(name));
    const { status, code, headers } = await requestWithToken(name, others, true);
    const refusal = scopeOf(name) === undefined ? 'token_not_accepted' : 'scope_missing';
    expect([status, code]).toEqual([403, refusal]);
    if (scopeOf(name) !== undefined) expect([...statusesOf(routes[name])]).toContain(status);
    expect(headers['set-cookie']).toBeUndefined();
  });
});

const proved = names.filter((name) => (routes[name] as Route).proof !== undefined);

test('docs/security.md lists the calls that require a proof of identity', async () => {
  const rows = proved.map((name) => {
    const { method, path, proof, scope }: Route = routes[name];
    const always = proof === 'password' ? 'the account has a second factor, or no password' : 'always';
    const when = typeof proof === 'object' ? proof.when : always;
    return `| \`${method} ${path}\` | ${when} | ${scope === undefined ? 'no' : `\`${scope}\``} |`;
  });
  expect(rows.length).toBeGreaterThan(20);
  const text = await readFile(new URL('../../../docs/security.md', import.meta.url), 'utf8');
  const listed = text.split('\n').filter((row) => /^\| `[A-Z]+ \/api\//.test(row));
  expect(listed.toSorted()).toEqual(rows.toSorted());
});

describe('a proof of identity that is 15 minutes old is refused', () => {
  /** Calls that need a proof in a certain case, which the tests of the feature bring about. */
  const always = proved.filter((name) => typeof (routes[name] as Route).proof !== 'object');

  testEachRoute(always, 'by %s', async (name) => {
    const { access, proof }: Route = routes[name];
    const person = await newUser(access === 'admin' ? 'admin' : 'member', {
      hasFactor: proof === 'password',
    });
    await t.deps.db
      .update(sessions)
      .set({ provedAt: new Date(t.clock.now.getTime() - PROOF_LASTS_MS), hasFactor: true })
      .where(eq(sessions.userId, person.user?.id ?? ''));
    expect(await request(name, person)).toMatchObject({ status: 403, code: 'proof_needed' });
  });
});

const losses = [
  { before: 'admin', after: 'member' },
  { before: 'admin', after: 'moderator' },
  { before: 'moderator', after: 'member' },
] as const;

describe.each(losses)('a role that changes from $before to $after', ({ before, after }) => {
  const closed = names.filter((name) => {
    const { access } = routes[name];
    return refusals[access][after] === 'forbidden' && refusals[access][before] === undefined;
  });

  testEachRoute(closed, 'applies from the next request: %s', async (name) => {
    const kind = `${before}, now ${after}`;
    const person = await callerOf({ kind, name, isRefused: true }, async () => {
      const made = await newUser(before);
      expect((await t.call(routes.currentUser, {}, made)).body.role).toBe(before);
      await setRole(made, after);
      return made;
    });
    expect((await request(name, person)).code).toBe('forbidden');
  });

  testEachRoute(
    closed.filter((name) => routes[name].method !== 'GET'),
    'rejects a concurrent change: %s',
    async (name) => {
      const kind = `${before}, soon ${after}`;
      const person = await callerOf({ kind, name, isRefused: true }, () => newUser(before));
      await setRole(person, before);
      beforeHandler = async () => {
        beforeHandler = async () => {};
        await setRole(person, after);
      };
      expect((await request(name, person)).code).toBe('forbidden');
    },
  );
});

testEachRoute(
  names.filter((name) => routes[name].method !== 'GET'),
  'rejects %s from a page of another origin, even for an admin',
  async (name) => {
    const caller = await callerOf({ kind: 'foreign', name, isRefused: true }, () => newUser('admin'));
    const { status, code } = await request(name, caller, { origin: 'https://evil.example' });
    expect([status, code]).toEqual([403, 'foreign_origin']);
  },
);
