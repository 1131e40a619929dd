import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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

test('a provider that knows the account signs in to it after the address has changed', async () => {
  const first = await web.signIn('google');
  const person = await web.whoIs(first.cookies);
  const holder = { ...holding(first.cookies), user: { id: person?.id } as never };
  const moved = newAddress();
  await f.move(holder, moved);
  const again = await web.whoIs((await web.signIn('google')).cookies);
  expect(again).toMatchObject({ id: person?.id, email: moved });
});

test('another provider creates no account with an address that is reserved', async () => {
  const person = await f.member({ email: theirEmail() });
  const link = await f.move(person, newAddress());
  await web.expectFailure(await web.signIn('google'), 'email_taken', await web.userCount());
  expect((await f.undo(link)).status).toBe(200);
  expect((await web.whoIs((await web.signIn('google')).cookies))?.id).toBe(person.user?.id);
});

test('a provider links by the confirmed new address, and undoing the change unlinks it', async () => {
  const person = await f.member();
  const link = await f.move(person, theirEmail());
  expect((await web.whoIs((await web.signIn('google')).cookies))?.id).toBe(person.user?.id);
  await f.undo(link);
  const stranger = await web.whoIs((await web.signIn('google')).cookies);
  expect(stranger).not.toBeNull();
  expect(stranger?.id).not.toBe(person.user?.id);
});
