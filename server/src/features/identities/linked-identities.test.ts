import { currentUser } from '@zapdeck/contract/sign-in/auth';
import { auditLog } from '@zapdeck/contract/instance/audit-log';
import { linkedIdentities, linkIdentity, unlinkIdentity } from '@zapdeck/contract/sign-in/identities';
import { PROOF_LASTS_MS } from '@zapdeck/contract/sign-in/proof';
import type { ProviderId } from '@zapdeck/contract/sign-in/providers';
import { ownSecurityLog } from '@zapdeck/contract/accounts/security-log';
import { and, eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '../../db/schema/users.table.ts';
import { TEST_PASSWORD, type Person, type TestApp } from '../../testing/test-app.ts';
import { holding } from '../auth/account.fixture.ts';
import { emailChanges, newAddress } from '../email-change/email-change.fixture.ts';
import { type ClaimsFixture, openClaims } from '../providers/claimed-roles.fixture.ts';
import { pathOf, type ProvidersFixture } from '../providers/providers.fixture.ts';
import { resetFactors, resetPassword } from '../users/admin-accounts.ts';
import { unlinkByOperator } from './linked-identities.ts';

let f: ClaimsFixture;
let web: ProvidersFixture;
let t: TestApp;
beforeAll(async () => {
  f = await openClaims();
  ({ web } = f);
  ({ t } = web);
  await f.map([
    { value: 'staff', role: 'admin' },
    { value: 'reviewers', role: 'moderator' },
  ]);
});
afterAll(() => f.close());
beforeEach(() => web.nextPerson());

const email = () => `person-${web.people}@example.org`;
const account = () => f.account();

/** A member with a password at the address of the current person. */
async function member(values: Partial<typeof users.$inferInsert> = {}): Promise<Person> {
  const passwordHash = await t.deps.passwords.hash(TEST_PASSWORD);
  return t.person('member', { passwordHash, email: email(), emailVerifiedAt: t.clock.now, ...values });
}

const list = async (as: Person) => (await t.call(linkedIdentities, {}, as)).body;
const unlink = (as: Person, provider: ProviderId = 'google') =>
  t.call(unlinkIdentity, { params: { provider } }, as);
const isIn = async (as: Person) => (await t.call(currentUser, {}, as)).status === 200;

/** Links an identity as the settings do. Returns the address that the browser opens at the end. */
async function link(as: Person, provider: ProviderId = 'google', from = as) {
  const begun = await t.call(linkIdentity, { params: { provider } }, as);
  expect(begun.status).toBe(200);
  const back = await web.standIns[provider].visit(begun.body.url);
  return (await web.visit(pathOf(back), { ...from.cookies, ...begun.setCookie })).location;
}

describe('linking', () => {
  test('lists the identity with provider, address and time, mails the owner and keeps the session', async () => {
    const person = await member({ email: newAddress() });
    expect(await list(person)).toEqual({
      identities: [],
      linkable: [
        { id: 'google', name: 'Google' },
        { id: 'platform', name: 'Our Place' },
      ],
    });
    expect(await link(person, 'platform')).toBe('/settings?linked=platform');
    expect(await list(person)).toEqual({
      identities: [
        {
          id: 'platform',
          name: 'Our Place',
          email: email(),
          linkedAt: t.clock.now.toISOString(),
          isOfThisSession: false,
        },
      ],
      linkable: [{ id: 'google', name: 'Google' }],
    });
    const log = (await t.call(ownSecurityLog, { query: {} }, person)).body;
    expect(log[0]).toMatchObject({ event: 'identity_linked', details: { way: 'platform' } });
    const { cookies } = await web.signIn('platform');
    expect((await web.whoIs(cookies))?.id).toBe(person.user?.id);
    expect((await list(holding(cookies))).identities[0]?.isOfThisSession).toBe(true);
  });

  test('requires a proof of the last 15 minutes and a confirmed address', async () => {
    const person = await member();
    t.clock.advance(PROOF_LASTS_MS);
    const ask = (as: Person) => t.call(linkIdentity, { params: { provider: 'google' } }, as);
    expect((await ask(person)).error.code).toBe('proof_needed');
    await t.deps.db
      .update(users)
      .set({ emailVerifiedAt: null })
      .where(eq(users.id, person.user?.id ?? ''));
    expect((await ask(await t.signInAgain(person))).error.code).toBe('email_not_confirmed');
  });

  test('rejects an identity of another account', async () => {
    await web.signIn('google');
    const person = await member({ email: newAddress() });
    expect(await link(person)).toBe('/settings?error=identity_taken');
    expect((await list(person)).identities).toEqual([]);
  });

  test('does not replace another identity', async () => {
    const person = await member({ email: newAddress() });
    await link(person);
    const again = await t.call(linkIdentity, { params: { provider: 'google' } }, person);
    expect(again.error.code).toBe('identity_linked');
  });

  test('works only in the session that requested it', async () => {
    const person = await member({ email: newAddress() });
    const other = await t.person('member', { emailVerifiedAt: t.clock.now });
    expect(await link(person, 'google', other)).toBe('/settings?error=failed');
    expect(await link(person, 'google', await t.signInAgain(person))).toBe('/settings?error=failed');
    expect([(await list(person)).identities, (await list(other)).identities]).toEqual([[], []]);
  });

  test('leads back to the settings if the person cancels at the provider', async () => {
    const person = await member();
    const begun = await t.call(linkIdentity, { params: { provider: 'google' } }, person);
    const state = new URL(begun.body.url).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ error: 'access_denied', state, iss: web.standIns.google.issuer });
    const cookies = { ...person.cookies, ...begun.setCookie };
    const { location } = await web.visit(`/api/auth/google/callback?${query.toString()}`, cookies);
    expect(location).toBe('/settings?error=cancelled');
  });
});

describe('unlinking', () => {
  test('ends only the provider’s sessions, mails the owner, and makes the identity useless', async () => {
    const { cookies } = await web.signIn('google');
    const google = holding(cookies);
    const user = await account();
    await t.deps.db.update(users).set({ passwordHash: 'hash' }).where(eq(users.id, user.id));
    const person = await t.signInAgain({ user, cookies: {} });
    expect((await unlink(person)).status).toBe(204);
    expect([await isIn(person), await isIn(google)]).toEqual([true, false]);
    expect(await account()).toMatchObject({ googleId: null, googleLinkedAt: null, googleEmail: null });
    expect(await f.mails()).toContain('identity_unlinked');
    const log = (await t.call(ownSecurityLog, { query: {} }, person)).body;
    expect(log[0]).toMatchObject({ event: 'identity_unlinked', details: { way: 'google' } });
    await web.expectFailure(await web.signIn('google'), 'link_in_settings', await web.userCount());
    await web.expectFailure(await web.signIn('platform'), 'link_in_settings', await web.userCount());
    expect(await link(person)).toBe('/settings?linked=google');
    expect((await web.whoIs((await web.signIn('google')).cookies))?.id).toBe(user.id);
  });

  test('ends the current session if the provider started it', async () => {
    await member();
    const { cookies } = await web.signIn('google');
    const { status, setCookie } = await unlink(holding(cookies));
    expect([status, setCookie['sid'], await isIn(holding(cookies))]).toEqual([204, '', false]);
  });

  test('changes nothing and is refused for the last way in', async () => {
    const { cookies } = await web.signIn('google');
    const { error } = await unlink(holding(cookies));
    expect([error.code, error.message]).toEqual([
      'last_way_in',
      'This is the only way into your account. First choose a password or add another way to sign in.',
    ]);
    expect([(await account()).linksByEmail, await isIn(holding(cookies))]).toEqual([true, true]);
    await web.signIn('platform');
    const again = holding((await web.signIn('platform')).cookies);
    expect((await unlink(again)).status).toBe(204);
    expect((await unlink(again, 'platform')).error.code).toBe('last_way_in');
  });

  test('requires a proof of the last 15 minutes and an identity', async () => {
    const person = await member();
    expect((await unlink(person)).error.code).toBe('identity_not_found');
    t.clock.advance(PROOF_LASTS_MS);
    expect((await unlink(person)).error.code).toBe('proof_needed');
  });

  test('removes a role that only the claim gave', async () => {
    await member();
    await f.arrive(['reviewers']);
    expect((await account()).role).toBe('moderator');
    const person = await t.signInAgain({ user: await account(), cookies: {} });
    await unlink(person, 'platform');
    expect(await account()).toMatchObject({ role: 'member', claimedRole: 'member', platformId: null });
    expect(await f.mails()).toContain('role_lost_with_identity');
    expect((await f.entries()).at(-1)).toMatchObject({ action: 'user.claim_lost' });
    expect(await isIn(person)).toBe(true);
  });

  test('keeps the role of the last active admin, and says so', async () => {
    await member();
    await f.arrive(['staff']);
    const user = await account();
    const others = and(ne(users.id, user.id), eq(users.givenRole, 'admin'));
    await t.deps.db.update(users).set({ suspendedAt: t.clock.now, suspendedReason: 'Away' }).where(others);
    const person = await t.signInAgain({ user, cookies: {} });
    expect((await unlink(person, 'platform')).status).toBe(204);
    // A stolen session without the provider must not get the role.
    expect(await isIn(person)).toBe(false);
    const again = await t.signInAgain({ user, cookies: {} });
    expect((await t.call(currentUser, {}, again)).body).toMatchObject({ role: 'admin', isAdmin: true });
    expect(await account()).toMatchObject({ givenRole: 'admin', claimedRole: 'member', claimLostAt: null });
    expect(await f.mails()).toContain('admin_kept_without_identity');
    expect((await f.entries()).at(-1)).toMatchObject({ action: 'user.role_kept' });
    await t.deps.db.update(users).set({ suspendedAt: null, suspendedReason: null }).where(others);
    await t.deps.db.update(users).set({ givenRole: 'member' }).where(eq(users.id, user.id));
  });
});

describe('the operator’s command', () => {
  const act = () => ({ jobs: t.deps.jobs, email: email(), now: t.clock.now });

  test('unlinks one identity or all, ends all sessions, and records it', async () => {
    const person = await member();
    await web.signIn('google');
    await web.signIn('platform');
    const again = await t.signInAgain(person);
    expect(await unlinkByOperator(t.deps.db, act(), 'google')).toEqual(['google']);
    expect(await isIn(again)).toBe(false);
    expect(await account()).toMatchObject({ googleId: null, linksByEmail: false });
    expect(await unlinkByOperator(t.deps.db, act())).toEqual(['platform']);
    expect(await unlinkByOperator(t.deps.db, act())).toEqual([]);
    expect(await f.mails()).toContain('identity_unlinked_by_operator');
    const query = { target: person.user?.id ?? '', action: 'user.unlinked' } as const;
    const { body } = await t.call(auditLog, { query }, await t.signInAgain(f.admin));
    expect(body.map(({ before }) => before)).toEqual([
      { providers: [] },
      { providers: ['platform'] },
      { providers: ['google'] },
    ]);
  });

  test.each([
    ['resets the password', () => resetPassword(t.deps.db, t.deps.passwords, act())],
    ['resets the factors', () => resetFactors(t.deps.db, act())],
    ['unlinks nothing', () => unlinkByOperator(t.deps.db, act())],
  ])('turns linking by address off for an owner who %s', async (_what, reset) => {
    await member();
    await reset();
    await web.expectFailure(await web.signIn('google'), 'link_in_settings', await web.userCount());
  });
});

test('undoing an email change unlinks identities linked since, with claimed roles', async () => {
  const changes = emailChanges(t);
  const before = email();
  const person = await member();
  await link(person);
  const undo = await changes.move(person, newAddress());
  t.clock.advance(1_000);
  const thief = await t.signInAgain(person);
  await unlink(thief);
  web.nextPerson();
  await link(thief);
  await link(thief, 'platform');
  web.standIns.platform.person = { ...web.standIns.platform.person, groups: ['reviewers'] };
  await web.signIn('platform');
  expect((await changes.undo(undo)).status).toBe(200);
  const [restored] = await t.deps.db.select().from(users).where(eq(users.email, before));
  expect(restored).toMatchObject({
    id: person.user?.id,
    googleId: null,
    platformId: null,
    linksByEmail: false,
    claimedRole: 'member',
    role: 'member',
  });
});
