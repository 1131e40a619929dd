import { currentUser } from '@zapdeck/contract/sign-in/auth';
import { auditLog } from '@zapdeck/contract/instance/audit-log';
import { factorRequirement, requireFactor } from '@zapdeck/contract/sign-in/factor-requirement';
import { defaultInstance, saveInstance } from '@zapdeck/contract/instance/instance';
import { pendingApps } from '@zapdeck/contract/moderation/pending-apps';
import { PROOF_LASTS_MS, prove } from '@zapdeck/contract/sign-in/proof';
import type { Route } from '@zapdeck/contract/wire/route';
import { routes } from '@zapdeck/contract/wire/routes';
import { turnOffTotp } from '@zapdeck/contract/sign-in/totp';
import { castVote } from '@zapdeck/contract/feed/votes';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessions } from '../../db/schema/sessions.table.ts';
import { lifetimes } from '../../accounts/session.ts';
import { apiTokenOf } from '../../testing/api-token-of.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp, visitor } from '../../testing/test-app.ts';
import { codeAt, type Enrolled, enrolled, signIn, turnOn } from './totp.fixture.ts';

let t: TestApp;
/** Has a factor, in a session with it. */
let owner: Enrolled;
beforeAll(async () => {
  t = await openTestApp();
  owner = await enrolled(t, 'admin');
});
afterAll(() => t.close());

const set = (isRequired: boolean, as: Person) => t.call(requireFactor, { body: { isRequired } }, as);

async function userOf(person: Person) {
  const { role, isAdmin, missingFactor } = (await t.call(currentUser, {}, person)).body;
  return { role, isAdmin, missingFactor };
}

async function withPassword(role: 'member' | 'moderator' | 'admin'): Promise<Person> {
  return t.person(role, { passwordHash: await t.deps.passwords.hash(TEST_PASSWORD) });
}

/** The owner proves again, because the clock of other tests has moved. */
async function proveAgain(): Promise<void> {
  const { cookies } = await signIn(t, owner.email, codeAt(owner.secret, t.clock.now));
  owner = { ...owner, person: { ...owner.person, cookies } };
}

beforeEach(async () => {
  t.clock.advance(60_000);
  await proveAgain();
  await set(false, owner.person);
});

describe('requiring a second factor', () => {
  test('counts admins and moderators without one, and records who requires it', async () => {
    await withPassword('moderator');
    const before = (await t.call(factorRequirement, {}, owner.person)).body;
    await withPassword('admin');
    await withPassword('member');
    expect((await set(true, owner.person)).body).toEqual({
      isRequired: true,
      adminsWithout: before.adminsWithout + 1,
      moderatorsWithout: before.moderatorsWithout,
    });
    const { body } = await t.call(auditLog, { query: { action: 'instance.factor', limit: 1 } }, owner.person);
    expect(body[0]).toMatchObject({
      actor: { id: owner.person.user?.id },
      before: { requireFactor: false },
      after: { requireFactor: true },
    });
  });

  test('is refused to an admin without a factor, and in a session without it', async () => {
    const without = await withPassword('admin');
    expect((await set(true, without)).error.code).toBe('own_factor_needed');
    const session = await t.signInAgain(owner.person);
    expect((await set(true, session)).error.code).toBe('proof_needed');
    expect((await t.call(factorRequirement, {}, owner.person)).body.isRequired).toBe(false);
  });

  test('requires a new proof of identity after 15 minutes', async () => {
    t.clock.advance(PROOF_LASTS_MS);
    expect((await set(true, owner.person)).error.code).toBe('proof_needed');
  });

  test('stays when the other settings of the instance are saved', async () => {
    await set(true, owner.person);
    await t.call(saveInstance, { body: { ...defaultInstance, tagline: { en: 'Hello' } } }, owner.person);
    expect((await t.call(factorRequirement, {}, owner.person)).body.isRequired).toBe(true);
  });
});

describe('while a second factor is required', () => {
  const restricted = Object.entries<Route>(routes).filter(
    ([, { access }]) => access === 'moderator' || access === 'admin',
  );

  test.each(['admin', 'moderator'] as const)(
    'refuses every call for moderators and admins to a %s without one',
    async (role) => {
      const person = await withPassword(role);
      await set(true, owner.person);
      expect(restricted.length).toBeGreaterThan(80);
      const outcomes = await Promise.all(
        restricted.map(async ([name, { method, path }]) => {
          const url = path.replace(/:\w+/g, person.user?.id ?? '');
          const headers = { origin: t.deps.config.publicUrl };
          const { statusCode, body } = await t.app.inject({ method, url, headers, cookies: person.cookies });
          return [name, statusCode, JSON.parse(body).code];
        }),
      );
      expect(outcomes.filter(([, status, code]) => status !== 403 || code !== 'forbidden')).toEqual([]);
      expect(await userOf(person)).toEqual({ role: 'member', isAdmin: false, missingFactor: 'enrol' });
    },
  );

  test('an admin loses the rights with the next call, keeps those of a member, and regains them by enrolling', async () => {
    const admin = await withPassword('admin');
    const page = { query: { limit: 1 } };
    expect((await t.call(pendingApps, page, admin)).status).toBe(200);
    await set(true, owner.person);
    expect((await t.call(pendingApps, page, admin)).error.code).toBe('forbidden');
    const { id: appId } = await t.addApp();
    expect((await t.call(castVote, { body: { appId, voteType: 'up' } }, admin)).status).toBe(200);
    await turnOn(t, admin);
    expect(await userOf(admin)).toEqual({ role: 'admin', isAdmin: true, missingFactor: null });
    expect((await t.call(pendingApps, page, admin)).status).toBe(200);
    expect((await t.call(pendingApps, page, await t.signInAgain(admin))).error.code).toBe('forbidden');
  });

  test('another node refuses once it has read the settings', async () => {
    const node = await openTestApp({ database: t.database });
    node.clock.now = t.clock.now;
    const admin = await withPassword('admin');
    await set(true, owner.person);
    await node.deps.instance.refresh();
    expect((await node.call(pendingApps, { query: { limit: 1 } }, admin)).error.code).toBe('forbidden');
    await node.close();
  });

  test('a session without the factor gets the rights by confirming', async () => {
    await set(true, owner.person);
    const session = await t.signInAgain(owner.person);
    expect(await userOf(session)).toEqual({ role: 'member', isAdmin: false, missingFactor: 'confirm' });
    t.clock.advance(60_000);
    await t.call(prove, { body: { code: codeAt(owner.secret, t.clock.now) } }, session);
    expect(await userOf(session)).toEqual({ role: 'admin', isAdmin: true, missingFactor: null });
  });

  test('the password alone gives no rights, neither at the sign-in nor as a proof', async () => {
    const moderator = await withPassword('moderator');
    await set(true, owner.person);
    const { cookies } = await signIn(t, moderator.user?.email ?? '');
    const session = { user: moderator.user, cookies };
    expect((await userOf(session)).missingFactor).toBe('enrol');
    await t.call(prove, { body: { password: TEST_PASSWORD } }, session);
    expect(await userOf(session)).toEqual({ role: 'member', isAdmin: false, missingFactor: 'enrol' });
  });

  test('an admin who turns the factor off loses the rights', async () => {
    const other = await enrolled(t, 'admin');
    await set(true, owner.person);
    expect((await userOf(other.person)).role).toBe('admin');
    expect((await t.call(turnOffTotp, {}, other.person)).status).toBe(204);
    expect(await userOf(other.person)).toEqual({ role: 'member', isAdmin: false, missingFactor: 'enrol' });
  });

  test('sessions last as long as those of moderators', async () => {
    const moderator = await withPassword('moderator');
    await set(true, owner.person);
    await t.deps.db
      .update(sessions)
      .set({ lastSeenAt: new Date(t.clock.now.getTime() - lifetimes.admin.idleMs) })
      .where(eq(sessions.userId, moderator.user?.id ?? ''));
    expect((await t.call(currentUser, {}, moderator)).status).toBe(401);
  });

  test('refuses a token of an admin without one', async () => {
    const admin = await withPassword('admin');
    const headers = { authorization: `Bearer ${await apiTokenOf(t, admin, ['apps:read', 'review:read'])}` };
    const readQueue = () => t.call(pendingApps, { query: { limit: 1 } }, visitor, headers);
    expect((await readQueue()).status).toBe(200);
    await set(true, owner.person);
    expect((await readQueue()).error.code).toBe('token_needs_factor');
  });

  test('changes nothing for members and guests', async () => {
    await set(true, owner.person);
    for (const role of ['member', 'guest'] as const)
      expect(await userOf(await t.person(role))).toEqual({
        role: 'member',
        isAdmin: false,
        missingFactor: null,
      });
  });
});
