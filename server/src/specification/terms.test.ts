import { accountStatus, deleteAccount, downloadData } from '@zapdeck/contract/accounts/account';
import { continueAsGuest, currentUser, login } from '@zapdeck/contract/sign-in/auth';
import { defaultInstance, instanceHistory, readInstance } from '@zapdeck/contract/instance/instance';
import { legalTextHistory } from '@zapdeck/contract/instance/legal-texts';
import { clearHistory } from '@zapdeck/contract/feed/history';
import { createInvitation, invitations } from '@zapdeck/contract/accounts/invitations';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { acceptTerms } from '@zapdeck/contract/sign-in/terms';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp, visitor } from '../testing/test-app.ts';
import { termsOf, type TermsFixture } from './terms.fixture.ts';

let t: TestApp;
let admin: Person;
let terms: TermsFixture;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
  terms = termsOf(t, admin);
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.advance(1_000);
  await terms.setInstance(defaultInstance);
  await terms.save('');
});

const accept = (person: Person, termsVersion: number) =>
  t.call(acceptTerms, { body: { termsVersion } }, person);
const readUser = async (person: Person) => (await t.call(currentUser, {}, person)).body;
const readOwn = async (person: Person) => (await t.call(downloadData, {}, person)).body.account;
const vote = async (person: Person) => {
  const { id } = await t.addApp();
  return t.call(castVote, { body: { appId: id, voteType: 'up' } }, person);
};
const signedUp = async (termsVersion: number): Promise<Person> => {
  const { status, setCookie } = await terms.signUp(termsVersion);
  expect(status).toBe(201);
  return { user: null, cookies: setCookie };
};

describe('the version of the terms', () => {
  test('is null without terms, and sign-up needs no consent', async () => {
    expect(await terms.inForce()).toBeNull();
    const { status, body } = await terms.signUp();
    expect([status, body.termsToAccept]).toEqual([201, null]);
  });

  test('increases with the first terms, and later only if members must accept the change', async () => {
    const first = await openTestApp();
    try {
      const { save, inForce } = termsOf(first, await first.person('admin'));
      expect(await save('One')).toBe(1);
      expect(await save('One, without a slip')).toBe(1);
      expect(await save('Two', 1)).toBe(2);
      expect(await save('Two')).toBe(2);
      expect(await save('Two', 2)).toBe(3);
      expect(await save('')).toBe(3);
      expect(await inForce()).toBeNull();
      expect(await save('Two')).toBe(3);
      expect(await inForce()).toBe(3);
      expect(await save('One', 3)).toBe(4);
    } finally {
      await first.close();
    }
  });

  test('increases once for a repeated request', async () => {
    const version = await terms.raise();
    const save = () => terms.save('Changed', version);
    expect([await save(), await save()]).toEqual([version + 1, version + 1]);
  });

  test('increases for each of two admins who change the terms at once', async () => {
    const version = await terms.raise();
    const saved = await Promise.all(['A', 'B'].map((text) => terms.save(text, version)));
    expect(saved.toSorted((one, other) => one - other)).toEqual([version + 1, version + 2]);
  });

  test('stays if the terms move to another address', async () => {
    const version = await terms.raise();
    const elsewhere = { url: 'https://example.org/terms' };
    await terms.setInstance({ legal: { ...defaultInstance.legal, terms: elsewhere } });
    expect((await t.call(readInstance, {})).body).toMatchObject({
      termsVersion: version,
      legal: { terms: 'https://example.org/terms' },
    });
  });

  test('is in no saved version, so an old text becomes a new version', async () => {
    await terms.raise();
    const params = { page: 'terms', language: 'en' } as const;
    const texts = await t.call(legalTextHistory, { params, query: { limit: 1 } }, admin);
    const settings = await t.call(instanceHistory, { query: { limit: 1 } }, admin);
    for (const { body } of [texts, settings]) expect(body[0]?.values).not.toHaveProperty('termsVersion');
  });
});

describe('sign-up while terms are published', () => {
  test('requires the current version, and stores it with the time', async () => {
    const version = await terms.raise();
    const missing = await terms.signUp();
    expect([missing.status, missing.error.code]).toEqual([400, 'terms_required']);
    expect(missing.error.fields).toEqual({ termsVersion: 'Please accept the terms' });
    for (const other of [version - 1, version + 1]) {
      const { status, error } = await terms.signUp(other);
      expect([status, error.code]).toEqual([400, 'terms_required']);
      expect(error.fields?.['termsVersion']).toBe('The terms have changed. Please read and accept them.');
    }
    const person = await signedUp(version);
    expect((await readUser(person)).termsToAccept).toBeNull();
    const termsAcceptedAt = t.clock.now.toISOString();
    expect(await readOwn(person)).toMatchObject({ termsVersion: version, termsAcceptedAt });
  });

  test('requires it of a guest too, who stays a guest until then', async () => {
    const version = await terms.raise();
    const { setCookie, body: guest } = await t.call(continueAsGuest, {});
    const as = { user: null, cookies: setCookie };
    expect(guest.termsToAccept).toBeNull();
    expect((await terms.signUp(undefined, as)).error.code).toBe('terms_required');
    expect((await readUser(as)).isGuest).toBe(true);
    const { body } = await terms.signUp(version, as);
    expect(body).toMatchObject({ id: guest.id, isGuest: false, termsToAccept: null });
  });

  test('does not use up an invitation until the terms are accepted', async () => {
    const version = await terms.raise();
    await terms.setInstance({ registration: 'invitation' });
    const { body } = await t.call(createInvitation, { body: { uses: 1, days: 1 } }, admin);
    const invitation = new URL(body.link).searchParams.get('invitation') ?? '';
    const left = async () => (await t.call(invitations, { query: { limit: 1 } }, admin)).body[0]?.usesLeft;
    const invited = (termsVersion?: number) =>
      t.call(signup, { body: { ...terms.form(termsVersion), invitation } });
    expect((await invited()).error.code).toBe('terms_required');
    expect(await left()).toBe(1);
    expect((await invited(version)).status).toBe(201);
    expect(await left()).toBe(0);
    expect((await terms.signUp()).error.code).toBe('invitation_required');
  });

  test('refuses an outdated form, and then serves the terms of the other node', async () => {
    const other = await openTestApp({ database: t.database });
    try {
      const version = await terms.raise();
      expect(other.deps.instance().termsVersion).toBeLessThan(version);
      expect((await other.call(signup, { body: terms.form(version - 1) })).error.code).toBe('terms_required');
      // The form reads the terms again from the same node.
      expect((await other.call(readInstance, {})).body.termsVersion).toBe(version);
    } finally {
      await other.close();
    }
  });

  test('stores no consent to a version published during the request', { tags: 'long' }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const version = await terms.raise();
      const [raised, ...answers] = await Promise.all([
        terms.raise(),
        ...Array.from({ length: 6 }, () => terms.signUp(version)),
      ]);
      for (const { status, error, setCookie } of answers) {
        if (status === 400) expect(error.code).toBe('terms_required');
        else {
          const person = { user: null, cookies: setCookie };
          expect(await readOwn(person)).toMatchObject({ termsVersion: version, termsToAccept: raised });
        }
      }
    }
  });
});

describe('a member who has not accepted the current terms', () => {
  let person: Person;
  let version: number;
  beforeEach(async () => {
    person = await signedUp(await terms.raise());
    version = await terms.raise();
  });

  test('can read, delete and manage the account, but change nothing else', async () => {
    expect((await readUser(person)).termsToAccept).toBe(version);
    expect((await t.call(accountStatus, {}, person)).status).toBe(200);
    expect((await t.call(clearHistory, { body: { dealAgain: false } }, person)).status).toBe(204);
    const refused = await vote(person);
    expect([refused.status, refused.error.code]).toEqual([403, 'terms_not_accepted']);
  });

  test('can change things again after consent', async () => {
    expect((await accept(person, version - 1)).error.code).toBe('terms_required');
    expect((await accept(person, version + 1)).error.code).toBe('terms_required');
    expect((await vote(person)).status).toBe(403);
    expect((await accept(person, version)).body.termsToAccept).toBeNull();
    expect((await vote(person)).status).toBe(200);
  });

  test('accepts once in two tabs, with the time of the first', async () => {
    const { now } = t.clock;
    const both = await Promise.all([accept(person, version), accept(person, version)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    t.clock.advance(5_000);
    expect((await accept(person, version)).body.termsToAccept).toBeNull();
    expect(await readOwn(person)).toMatchObject({
      termsVersion: version,
      termsAcceptedAt: now.toISOString(),
    });
  });

  test('is asked again if the version increases meanwhile', async () => {
    const [{ status }, raised] = await Promise.all([accept(person, version), terms.raise()]);
    expect([200, 400]).toContain(status);
    expect((await readUser(person)).termsToAccept).toBe(raised);
  });

  test('needs no consent once the terms are unpublished', async () => {
    await terms.save('');
    expect((await readUser(person)).termsToAccept).toBeNull();
    expect((await vote(person)).status).toBe(200);
    expect((await accept(person, version)).status).toBe(200);
  });

  test('can delete the account', async () => {
    const email = (await readUser(person)).email ?? '';
    const deleted = await t.call(deleteAccount, { body: { email, password: TEST_PASSWORD } }, person);
    expect(deleted.status).toBe(204);
    expect((await t.call(login, { body: { email, password: TEST_PASSWORD } })).status).toBe(401);
  });
});

test('accounts that did not sign up, such as the first admin’s, are also asked', async () => {
  const version = await terms.raise();
  expect((await readUser(await t.person('member'))).termsToAccept).toBe(version);
  expect((await readUser(admin)).termsToAccept).toBe(version);
});

test('an admin without consent cannot vote, but can change settings', async () => {
  await terms.raise();
  expect((await vote(admin)).error.code).toBe('terms_not_accepted');
  await terms.save('');
  expect((await vote(admin)).status).toBe(200);
});

test('visitors and guests are asked nothing', async () => {
  const version = await terms.raise();
  expect((await accept(visitor, version)).status).toBe(401);
  const { setCookie } = await t.call(continueAsGuest, {});
  const guest = { user: null, cookies: setCookie };
  expect((await accept(guest, version)).error.code).toBe('guest_forbidden');
  expect((await readUser(guest)).termsToAccept).toBeNull();
});
