import { continueAsGuest, login } from '@zapdeck/contract/sign-in/auth';
import { defaultInstance } from '@zapdeck/contract/instance/instance';
import { signup } from '@zapdeck/contract/sign-in/signup';
import * as contract from '@zapdeck/contract/sign-in/terms';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pendingAccounts } from '../../db/schema/pending-accounts.table.ts';
import { termsOf, type TermsFixture } from '../../specification/terms.fixture.ts';
import { purgeExpired } from '../../testing/purge-expired.ts';
import { TEST_PASSWORD } from '../../testing/test-app.ts';
import { openProviders, pathOf, type ProvidersFixture } from './providers.fixture.ts';

type Cookies = Record<string, string>;

let web: ProvidersFixture;
let terms: TermsFixture;
let version: number;
beforeAll(async () => {
  web = await openProviders();
  terms = termsOf(web.t, await web.t.person('admin'));
});
afterAll(() => web.close());
beforeEach(async () => {
  web.nextPerson();
  web.t.clock.advance(60_000);
  await terms.setInstance(defaultInstance);
  version = await terms.raise();
  await web.t.deps.db.delete(pendingAccounts);
});

const as = (cookies: Cookies) => ({ user: null, cookies });
const read = (cookies: Cookies) => web.t.call(contract.pendingAccount, {}, as(cookies));
const create = (cookies: Cookies, id: string, termsVersion = version) =>
  web.t.call(contract.createPendingAccount, { body: { id, termsVersion } }, as(cookies));
const countPending = () => web.t.deps.db.$count(pendingAccounts);

/** Signs a new person in, who is asked to accept the terms. */
async function arrive(query = '', cookies: Cookies = {}) {
  const before = await web.userCount();
  const answer = await web.signIn('google', cookies, query);
  expect(answer.location).toBe('/accept-terms');
  expect(await web.userCount()).toBe(before);
  const { body } = await read(answer.cookies);
  return { ...answer, id: body.id, before };
}

describe('a first sign-in while terms are published', () => {
  test('creates the account once the person accepts', async () => {
    const { cookies, id, before } = await arrive('?returnTo=/liked');
    expect((await read(cookies)).body).toEqual({
      id,
      provider: 'Google',
      email: `person-${web.people}@example.org`,
    });
    const { status, body, setCookie } = await create(cookies, id);
    expect([status, body.next]).toEqual([200, '/liked']);
    expect(await web.userCount()).toBe(before + 1);
    const user = await web.whoIs({ ...cookies, ...setCookie });
    expect(user).toMatchObject({ firstName: 'Grace', authProvider: 'google', termsToAccept: null });
    expect(await countPending()).toBe(0);
    expect((await web.signIn('google')).location).toBe('/home');
  });

  test('leaves nothing if the person refuses', async () => {
    const { cookies, id, before } = await arrive();
    expect((await web.t.call(contract.dropPendingAccount, {}, as(cookies))).status).toBe(204);
    expect(await countPending()).toBe(0);
    expect((await create(cookies, id)).error.code).toBe('sign_in_expired');
    expect(await web.userCount()).toBe(before);
  });

  test('expires after half an hour, and is deleted', async () => {
    const { cookies, id, before } = await arrive();
    web.t.clock.advance(30 * 60_000);
    expect((await read(cookies)).error.code).toBe('sign_in_expired');
    expect((await create(cookies, id)).error.code).toBe('sign_in_expired');
    expect(await web.userCount()).toBe(before);
    await purgeExpired(web.t);
    expect(await countPending()).toBe(0);
  });

  test('waits again if the terms change before the person accepts', async () => {
    const { cookies, id, before } = await arrive();
    const raised = await terms.raise();
    const refused = await create(cookies, id);
    expect([refused.status, refused.error.code]).toEqual([400, 'terms_required']);
    expect(await web.userCount()).toBe(before);
    expect((await create(cookies, id, raised)).status).toBe(200);
  });

  test('counts once if two tabs accept at the same time', async () => {
    const { cookies, id, before } = await arrive();
    const both = await Promise.all([create(cookies, id), create(cookies, id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    expect(await web.userCount()).toBe(before + 1);
  });

  test('counts once for a callback that arrives twice', async () => {
    const { back, cookies } = await web.goThere('google');
    const answers = await Promise.all([web.visit(pathOf(back), cookies), web.visit(pathOf(back), cookies)]);
    expect(answers.map(({ location }) => location).toSorted()).toEqual([
      '/accept-terms',
      '/login?error=failed',
    ]);
    expect(await countPending()).toBe(1);
  });

  test('of another person in a later tab is not accepted by the first tab', async () => {
    const first = await arrive();
    web.nextPerson();
    const second = await arrive('', first.cookies);
    expect((await create(second.cookies, first.id)).error.code).toBe('sign_in_expired');
    expect(await web.userCount()).toBe(first.before);
    expect((await create(second.cookies, second.id)).status).toBe(200);
    expect(await countPending()).toBe(0);
  });

  test('belongs to one browser', async () => {
    const { id } = await arrive();
    for (const cookies of [{}, { 'new-account': 'x'.repeat(43) }]) {
      expect((await read(cookies)).error.code).toBe('sign_in_expired');
      expect((await create(cookies, id)).error.code).toBe('sign_in_expired');
    }
  });

  test('turns a guest into the account', async () => {
    const guest = await web.t.call(continueAsGuest, {});
    const { cookies, id } = await arrive('', guest.setCookie);
    expect((await web.whoIs(cookies))?.isGuest).toBe(true);
    const { setCookie } = await create(cookies, id);
    expect(await web.whoIs({ ...cookies, ...setCookie })).toMatchObject({
      id: guest.body.id,
      isGuest: false,
    });
  });

  test('leads to the login with the reason if sign-up has been closed since', async () => {
    const { cookies, id, before } = await arrive('?returnTo=/liked');
    await terms.setInstance({ registration: 'closed' });
    expect((await create(cookies, id)).body.next).toBe('/login?error=registration_closed&returnTo=%2Fliked');
    expect(await countPending()).toBe(0);
    expect(await web.userCount()).toBe(before);
  });

  test('leads to the login if someone has signed up with the address since without confirming it', async () => {
    const { cookies, id } = await arrive();
    const email = `person-${web.people}@example.org`;
    const password = { password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD };
    const body = { email, firstName: 'Ada', termsVersion: version, ...password };
    expect((await web.t.call(signup, { body })).status).toBe(201);
    expect((await create(cookies, id)).body.next).toBe('/login?error=account_not_verified');
    expect((await web.t.call(login, { body: { email, password: TEST_PASSWORD } })).status).toBe(200);
  });
});

test('does not ask people who cannot join', async () => {
  await terms.setInstance({ registration: 'closed' });
  expect((await web.signIn('google')).location).toBe('/login?error=registration_closed');
  expect(await countPending()).toBe(0);
});

test('does not ask members before they sign in', async () => {
  const { cookies, id } = await arrive();
  await create(cookies, id);
  await terms.raise();
  const again = await web.signIn('google');
  expect(again.location).toBe('/home');
  expect((await web.whoIs(again.cookies))?.termsToAccept).toBe(version + 1);
});
