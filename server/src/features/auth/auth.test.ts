import * as contract from '@zapdeck/contract/sign-in/auth';
import { readPerson } from '@zapdeck/contract/accounts/people';
import { ownSessions } from '@zapdeck/contract/sign-in/sessions';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { one } from '../../db/client.ts';
import { purgeExpired } from '../../testing/purge-expired.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { users } from '../../db/schema/users.table.ts';
import { sessions } from '../../db/schema/sessions.table.ts';
import { createPasswordHasher } from '../../accounts/passwords.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp({ passwords: createPasswordHasher() });
});
afterAll(() => t.close());

const form = (email: string) => ({
  email,
  password: TEST_PASSWORD,
  confirmPassword: TEST_PASSWORD,
  firstName: 'Ada',
  lastName: 'L',
});

const holding = (cookies: Record<string, string>): Person => ({ user: null, cookies });

test('sign-up, logout and login work, with any spelling of the email', async () => {
  const signedUp = await t.call(signup, { body: form('  Ada@Example.org ') });
  expect(signedUp.status).toBe(201);
  expect(signedUp.body).toMatchObject({
    email: 'ada@example.org',
    firstName: 'Ada',
    isGuest: false,
    role: 'member',
    isAdmin: false,
  });
  expect((await t.call(contract.currentUser, {}, holding(signedUp.setCookie))).status).toBe(200);

  const out = await t.app.inject({
    method: 'GET',
    url: '/api/logout',
    cookies: signedUp.setCookie,
    headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
  });
  expect([out.statusCode, out.headers['location']]).toEqual([302, '/#content']);
  expect((await t.call(contract.currentUser, {}, holding(signedUp.setCookie))).status).toBe(401);

  const login = await t.call(contract.login, { body: { email: 'ADA@example.ORG', password: TEST_PASSWORD } });
  expect(login.status).toBe(200);
  expect((await t.call(contract.currentUser, {}, holding(login.setCookie))).body.email).toBe(
    'ada@example.org',
  );
});

test('rejects a second sign-up with the same email, also at the same time', async () => {
  const both = await Promise.all([
    t.call(signup, { body: form('twice@example.org') }),
    t.call(signup, { body: form('TWICE@example.org') }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(both.find(({ status }) => status === 409)?.error).toMatchObject({
    code: 'email_taken',
    fields: { email: expect.any(String) },
  });
});

test('a wrong password and an unknown email get the same response, which does not end the session', async () => {
  await t.call(signup, { body: form('known@example.org') });
  const wrong = await t.call(contract.login, {
    body: { email: 'known@example.org', password: 'not-this-one' },
  });
  const unknown = await t.call(contract.login, {
    body: { email: 'nobody@example.org', password: 'not-this-one' },
  });
  for (const { status, error, setCookie } of [wrong, unknown]) {
    expect(status).toBe(401);
    expect(error).toMatchObject({
      code: 'wrong_credentials',
      message: 'Invalid email or password. Please try again.',
    });
    expect(JSON.stringify(error)).not.toContain('Unauthorized');
    expect(setCookie).toEqual({});
  }
});

test('a request without a session gets the message Unauthorized', async () => {
  const { status, error } = await t.call(contract.currentUser, {});
  expect(status).toBe(401);
  expect(error.message).toContain('Unauthorized');
});

describe('guests', () => {
  test('keep their session when they request one again', async () => {
    const guest = await t.call(contract.continueAsGuest, {});
    expect(guest.status).toBe(201);
    expect(guest.body).toMatchObject({ isGuest: true, email: null, zapCount: 0 });
    const again = await t.call(contract.continueAsGuest, {}, holding(guest.setCookie));
    expect(again.body.id).toBe(guest.body.id);
    expect(again.setCookie).toEqual({});
  });

  test('become the new user at sign-up, with a new cookie', async () => {
    const guest = await t.call(contract.continueAsGuest, {});
    const signedUp = await t.call(signup, { body: form('was-guest@example.org') }, holding(guest.setCookie));
    expect(signedUp.body).toMatchObject({
      id: guest.body.id,
      isGuest: false,
      email: 'was-guest@example.org',
    });
    expect((await t.call(contract.currentUser, {}, holding(guest.setCookie))).status).toBe(401);
    expect((await t.call(contract.currentUser, {}, holding(signedUp.setCookie))).status).toBe(200);
  });

  test('keep their session when the email of the sign-up is taken', async () => {
    await t.call(signup, { body: form('taken@example.org') });
    const guest = await t.call(contract.continueAsGuest, {});
    const refused = await t.call(signup, { body: form('taken@example.org') }, holding(guest.setCookie));
    expect(refused.status).toBe(409);
    expect((await t.call(contract.currentUser, {}, holding(guest.setCookie))).body.isGuest).toBe(true);
  });

  test('are deleted a day after their last visit, with their row', async () => {
    const guest = await t.call(contract.continueAsGuest, {});
    t.clock.advance(DAY_MS);
    expect((await t.call(contract.currentUser, {}, holding(guest.setCookie))).status).toBe(401);
    await purgeExpired(t);
    expect(await t.deps.db.select().from(users).where(eq(users.id, guest.body.id))).toEqual([]);
  });
});

describe('a session', () => {
  test.each([
    { role: 'member', idleMs: 7 * DAY_MS },
    { role: 'moderator', idleMs: HOUR_MS },
    { role: 'admin', idleMs: HOUR_MS },
    { role: 'guest', idleMs: DAY_MS },
  ] as const)('ends for a $role after exactly $idleMs ms of inactivity', async ({ role, idleMs }) => {
    const person = await t.person(role);
    t.clock.advance(idleMs - 1);
    expect((await t.call(contract.currentUser, {}, person)).status).toBe(200);
    t.clock.advance(idleMs);
    expect((await t.call(contract.currentUser, {}, person)).status).toBe(401);
  });

  test.each([
    { role: 'member', idleMs: 7 * DAY_MS },
    { role: 'moderator', idleMs: HOUR_MS },
    { role: 'admin', idleMs: HOUR_MS },
  ] as const)(
    'is not counted after its end, and its last use is shown for a while (role: $role)',
    async ({ role, idleMs }) => {
      const email = `idle-${role}@example.org`;
      const { id } = (await t.call(signup, { body: form(email) })).body;
      await t.deps.db.update(users).set({ role }).where(eq(users.id, id));
      const lastSeenAt = t.clock.now.toISOString();
      t.clock.advance(idleMs);
      await purgeExpired(t);
      const seen = await t.call(readPerson, { params: { id } }, await t.person('admin'));
      expect(seen.body).toMatchObject({ sessions: 0, lastSeenAt });
      const { setCookie } = await t.call(contract.login, { body: { email, password: TEST_PASSWORD } });
      expect((await t.call(ownSessions, {}, holding(setCookie))).body).toHaveLength(1);
    },
  );

  test.each([
    { role: 'member', totalMs: 30 * DAY_MS, stepMs: 6 * DAY_MS },
    { role: 'moderator', totalMs: 12 * HOUR_MS, stepMs: HOUR_MS / 2 },
    { role: 'admin', totalMs: 12 * HOUR_MS, stepMs: HOUR_MS / 2 },
  ] as const)('ends for a $role after $totalMs ms even if it is used', async ({ role, totalMs, stepMs }) => {
    const person = await t.person(role);
    for (let passed = stepMs; passed < totalMs; passed += stepMs) {
      t.clock.advance(stepMs);
      expect((await t.call(contract.currentUser, {}, person)).status).toBe(200);
    }
    t.clock.advance(stepMs);
    expect((await t.call(contract.currentUser, {}, person)).status).toBe(401);
  });
});

describe('logout by GET', () => {
  test.each([
    ['an image of a foreign page', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['a link on a foreign page', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['an image of our own page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' }],
    [
      'a prefetch',
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-purpose': 'prefetch' },
    ],
    ['another host of our site', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }],
    ['a client without headers', {}],
    ['a foreign page, over plain http', { referer: 'http://evil.example/', accept: 'text/html,*/*;q=0.8' }],
    [
      'a page of our host on another port, over plain http',
      { referer: 'http://localhost:3001/', accept: 'text/html,*/*;q=0.8' },
    ],
    [
      'an image of our own page, over plain http',
      { referer: 'http://localhost:3000/home', accept: 'image/avif,image/webp,*/*;q=0.8' },
    ],
    ['a page whose address cannot be read', { referer: 'http://', accept: 'text/html' }],
    [
      'a foreign page with our address before it',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', referer: 'http://localhost:3000/' },
    ],
  ])('ignores %s', async (_who, headers) => {
    const person = await t.person('member');
    await t.app.inject({ method: 'GET', url: '/api/logout', cookies: person.cookies, headers });
    expect((await t.call(contract.currentUser, {}, person)).status).toBe(200);
  });
});

test('logout by GET works with only a Referer, over plain http', async () => {
  const home = await openTestApp({ env: { PUBLIC_URL: 'http://192.168.1.20:3000' } });
  try {
    const person = await home.person('member');
    const { headers } = await home.app.inject({
      method: 'GET',
      url: '/api/logout',
      cookies: person.cookies,
      headers: { referer: 'http://192.168.1.20:3000/profile', accept: 'text/html,application/xhtml+xml' },
    });
    expect(String(headers['set-cookie'])).toMatch(/^sid=;/);
    expect((await home.call(contract.currentUser, {}, person)).status).toBe(401);
  } finally {
    await home.close();
  }
});

test('scripts and foreign POST requests cannot use the cookie, and the database stores only its hash', async () => {
  const login = await t.call(contract.continueAsGuest, {});
  const header = String(login.headers['set-cookie']);
  expect(header).toMatch(/^sid=[\w-]{43};/);
  expect(header).toContain('HttpOnly');
  expect(header).toContain('SameSite=Lax');
  const token = login.setCookie['sid'] ?? '';
  const { known } = one(
    await t.deps.db.select({ known: count() }).from(sessions).where(eq(sessions.sid, token)),
  );
  expect(known).toBe(0);
});

test('over https the cookie has the __Host- prefix and Secure', async () => {
  const secure = await openTestApp({ env: { PUBLIC_URL: 'https://zaps.example.org' } });
  try {
    const guest = await secure.call(contract.continueAsGuest, {});
    expect(String(guest.headers['set-cookie'])).toMatch(
      /^__Host-sid=.*; Path=\/; HttpOnly; Secure; SameSite=Lax/,
    );
    expect(guest.headers['strict-transport-security']).toBeDefined();
  } finally {
    await secure.close();
  }
});

test('passwords are hashed with argon2id, and weaker hashes are replaced at login', async () => {
  const { hash } = await import('@node-rs/argon2');
  const weak = await hash(TEST_PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  await t.person('member', { email: 'weak@example.org', passwordHash: weak });
  const login = await t.call(contract.login, {
    body: { email: 'weak@example.org', password: TEST_PASSWORD },
  });
  expect(login.status).toBe(200);
  const stored = one(
    await t.deps.db.select().from(users).where(eq(users.email, 'weak@example.org')),
  ).passwordHash;
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
