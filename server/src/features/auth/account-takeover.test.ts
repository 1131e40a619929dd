import {
  accountStatus,
  changePassword,
  logoutEverywhere,
  resetPassword,
  verifyEmail,
} from '@zapdeck/contract/accounts/account';
import { currentUser, login } from '@zapdeck/contract/sign-in/auth';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { ownSessions } from '@zapdeck/contract/sign-in/sessions';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, TEST_PASSWORD, visitor } from '../../testing/test-app.ts';
import { openProviders, type ProvidersFixture } from '../providers/providers.fixture.ts';
import { mintToken, type TokenPurpose } from './account-tokens.ts';
import { holding, NEW_PASSWORD, twice } from './account.fixture.ts';

let web: ProvidersFixture;
beforeAll(async () => {
  web = await openProviders();
});
afterAll(() => web.close());
beforeEach(() => web.nextPerson());

/** Signs up with another person's address on two devices. */
async function signUpWithAddressOf(person: number) {
  const email = `person-${person}@example.org`;
  const made = await web.t.call(signup, { body: { email, ...twice(TEST_PASSWORD), firstName: 'Eve' } });
  const again = await web.t.call(login, { body: { email, password: TEST_PASSWORD } });
  const { id } = made.body;
  const { db } = web.t.deps;
  const isIn = async (there: Person) => (await web.t.call(currentUser, {}, there)).status === 200;
  const devices = [holding(made.setCookie), holding(again.setCookie)] as const;
  return {
    id,
    email,
    devices,
    signedIn: () => Promise.all(devices.map(isIn)),
    knows: async (password: string) =>
      (await web.t.call(login, { body: { email, password } })).status === 200,
    link: (purpose: TokenPurpose) => mintToken(db, id, purpose, web.t.clock.now),
  };
}

const open = (token: string, as?: Person) => web.t.call(verifyEmail, { body: { token } }, as);

describe('an attacker who signed up with another person’s address', () => {
  test.each([
    ['in a browser without a session', async () => visitor],
    ['in a browser of their own other account', () => web.t.person('member')],
    ['as a guest', () => web.t.person('guest')],
  ])('is signed out and loses the password when the owner opens the link %s', async (_how, who) => {
    const eve = await signUpWithAddressOf(web.people);
    const owner = await who();
    const { status, body } = await open(await eve.link('verify_email'), owner);
    expect(status).toBe(200);
    expect(await eve.signedIn()).toEqual([false, false]);
    expect(await eve.knows(TEST_PASSWORD)).toBe(false);
    if (owner !== visitor) expect((await web.t.call(currentUser, {}, owner)).status).toBe(200);
    const token = body.passwordToken ?? '';
    expect((await web.t.call(resetPassword, { body: { token, ...twice(NEW_PASSWORD) } })).status).toBe(200);
    expect([await eve.knows(TEST_PASSWORD), await eve.knows(NEW_PASSWORD)]).toEqual([false, true]);
  });

  test('is signed out when the owner signs in through a provider after opening the link', async () => {
    const eve = await signUpWithAddressOf(web.people);
    await open(await eve.link('verify_email'));
    const { cookies } = await web.signIn('google');
    expect((await web.whoIs(cookies))?.id).toBe(eve.id);
    const { body } = await web.t.call(accountStatus, {}, holding(cookies));
    expect(body).toMatchObject({ hasPassword: false, linkedProviders: ['google'] });
    expect((await web.t.call(ownSessions, {}, holding(cookies))).body).toHaveLength(1);
    expect(await eve.signedIn()).toEqual([false, false]);
    expect(await eve.knows(TEST_PASSWORD)).toBe(false);
  });

  test('cannot keep a session by concurrent requests while the link is being opened', async () => {
    for (let round = 0; round < 6; round += 1) {
      web.nextPerson();
      const eve = await signUpWithAddressOf(web.people);
      const token = await eve.link('verify_email');
      const [here, there] = eve.devices;
      const body = { currentPassword: TEST_PASSWORD, ...twice('eve-stays-here-8') };
      const efforts = [
        () => web.t.call(changePassword, { body }, here),
        () => web.t.call(login, { body: { email: eve.email, password: TEST_PASSWORD } }),
        () => web.t.call(logoutEverywhere, { body: { devices: 'others' } }, there),
      ];
      // The order varies with the round.
      const begun = efforts.slice(0, round % 3).map((effort) => effort());
      const opened = open(token);
      const rest = efforts.slice(round % 3).map((effort) => effort());
      expect((await opened).status).toBe(200);
      const responses = await Promise.all([...begun, ...rest]);
      const left = responses
        .map(({ setCookie }) => holding(setCookie))
        .filter(({ cookies }) => cookies['sid']);
      for (const person of left) expect((await web.t.call(currentUser, {}, person)).status).toBe(401);
      expect(await eve.signedIn()).toEqual([false, false]);
      expect([await eve.knows(TEST_PASSWORD), await eve.knows('eve-stays-here-8')]).toEqual([false, false]);
    }
  });
});

test('opening the link in the sign-up session keeps session and password, and ends other sessions', async () => {
  const ada = await signUpWithAddressOf(web.people);
  const { body } = await open(await ada.link('verify_email'), ada.devices[0]);
  expect(body.passwordToken).toBeNull();
  expect(await ada.signedIn()).toEqual([true, false]);
  expect(await ada.knows(TEST_PASSWORD)).toBe(true);
});

test('opening the link after choosing a password changes nothing for the owner', async () => {
  const eve = await signUpWithAddressOf(web.people);
  const [early, token] = [await eve.link('verify_email'), await eve.link('reset_password')];
  await web.t.call(resetPassword, { body: { token, ...twice(NEW_PASSWORD) } });
  expect(await eve.signedIn()).toEqual([false, false]);
  const late = await eve.link('verify_email');
  expect((await open(early)).error.code).toBe('token_invalid');
  expect((await open(late)).body).toMatchObject({ isConfirmed: true, passwordToken: null });
  expect([await eve.knows(TEST_PASSWORD), await eve.knows(NEW_PASSWORD)]).toEqual([false, true]);
});

test('a verified address at a provider does not open an unconfirmed account', async () => {
  const eve = await signUpWithAddressOf(web.people);
  await web.expectFailure(await web.signIn('google'), 'account_not_verified', await web.userCount());
  expect(await eve.signedIn()).toEqual([true, true]);
});

test('only the first sign-in with a provider ends earlier sessions', async () => {
  const ada = await signUpWithAddressOf(web.people);
  await open(await ada.link('verify_email'), ada.devices[0]);
  const first = await web.signIn('google');
  expect(await ada.signedIn()).toEqual([false, false]);
  await web.signIn('google');
  expect((await web.whoIs(first.cookies))?.id).toBe(ada.id);
});
