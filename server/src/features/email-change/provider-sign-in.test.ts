import { currentUser } from '@zapdeck/contract/sign-in/auth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { whileLocked } from '../../testing/while-locked.ts';
import { holding } from '../auth/account.fixture.ts';
import { openProviders, type ProvidersFixture } from '../providers/providers.fixture.ts';
import { emailChanges, type EmailChanges, newAddress } from './email-change.fixture.ts';

let web: ProvidersFixture;
let f: EmailChanges;
beforeAll(async () => {
  web = await openProviders();
  f = emailChanges(web.t);
});
afterAll(() => web.close());
beforeEach(() => web.nextPerson());

const theirEmail = () => `person-${web.people}@example.org`;

test('a known identity still signs in after the address has changed', async () => {
  const first = await web.signIn('google');
  const person = await web.whoIs(first.cookies);
  const holder = { ...holding(first.cookies), user: { id: person?.id } as never };
  const moved = newAddress();
  await f.move(holder, moved);
  const again = await web.whoIs((await web.signIn('google')).cookies);
  expect(again).toMatchObject({ id: person?.id, email: moved });
});

test('another provider creates no account with a reserved address', async () => {
  const person = await f.member({ email: theirEmail() });
  const link = await f.move(person, newAddress());
  await web.expectFailure(await web.signIn('google'), 'email_taken', await web.userCount());
  expect((await f.undo(link)).status).toBe(200);
  // From now on, only the owner links a provider.
  await web.expectFailure(await web.signIn('google'), 'link_in_settings', await web.userCount());
  expect((await f.userOf(person)).googleId).toBeNull();
});

test('an identity with the confirmed new address is linked, and undoing the change unlinks it', async () => {
  const person = await f.member();
  const link = await f.move(person, theirEmail());
  expect((await web.whoIs((await web.signIn('google')).cookies))?.id).toBe(person.user?.id);
  await f.undo(link);
  const stranger = await web.whoIs((await web.signIn('google')).cookies);
  expect(stranger).not.toBeNull();
  expect(stranger?.id).not.toBe(person.user?.id);
});

describe('a pending sign-in with a provider', () => {
  const userOf = (id: string | undefined) => [id];

  test('starts no session if the identity is unlinked in the meantime', async () => {
    const person = await f.member();
    await f.move(person, theirEmail());
    expect((await web.whoIs((await web.signIn('google')).cookies))?.id).toBe(person.user?.id);
    const moved = newAddress();
    const { cookies } = await whileLocked(
      web.t.deps.pool,
      [[`UPDATE users SET google_id = NULL, email = '${moved}' WHERE id = $1`, userOf(person.user?.id)]],
      () => web.signIn('google'),
    );
    expect((await web.whoIs(cookies))?.id).not.toBe(person.user?.id);
  });

  test('does not link the account if it changes its address in the meantime', async () => {
    const person = await f.member({ email: theirEmail() });
    const moved = newAddress();
    await whileLocked(
      web.t.deps.pool,
      [[`UPDATE users SET email = '${moved}' WHERE id = $1`, userOf(person.user?.id)]],
      () => web.signIn('google'),
    );
    expect(await f.userOf(person)).toMatchObject({ email: moved, googleId: null });
    expect((await web.t.call(currentUser, {}, person)).status).toBe(200);
  });

  test('creates another account if the account is deleted in the meantime', async () => {
    const person = await web.whoIs((await web.signIn('google')).cookies);
    const { cookies } = await whileLocked(
      web.t.deps.pool,
      [['DELETE FROM users WHERE id = $1', userOf(person?.id)]],
      () => web.signIn('google'),
    );
    const other = await web.whoIs(cookies);
    expect(other).toMatchObject({ email: theirEmail() });
    expect(other?.id).not.toBe(person?.id);
  });
});
