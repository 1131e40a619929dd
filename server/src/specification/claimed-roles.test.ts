import { eq } from 'drizzle-orm';
import { changePassword, logoutEverywhere } from '@zapdeck/contract/accounts/account';
import { continueAsGuest } from '@zapdeck/contract/sign-in/auth';
import { removePasskey } from '@zapdeck/contract/sign-in/passkeys';
import { prove } from '@zapdeck/contract/sign-in/proof';
import * as terms from '@zapdeck/contract/sign-in/terms';
import { turnOffTotp } from '@zapdeck/contract/sign-in/totp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessions } from '../db/schema/sessions.table.ts';
import { users } from '../db/schema/users.table.ts';
import { saveOwnField } from '../features/instance/instance.ts';
import { passkeyFixture } from '../features/passkeys/passkeys.fixture.ts';
import { type ClaimsFixture, openClaims } from '../features/providers/claimed-roles.fixture.ts';
import { turnOn } from '../features/totp/totp.fixture.ts';
import { sidOf } from '../accounts/session.ts';
import { type Person, TEST_PASSWORD } from '../testing/test-app.ts';
import { termsOf } from './terms.fixture.ts';

let f: ClaimsFixture;
beforeAll(async () => {
  f = await openClaims();
  await f.map([{ value: 'reviewers', role: 'moderator' }]);
});
afterAll(() => f.close());
beforeEach(() => f.web.nextPerson());

const sends = (groups: unknown) => {
  f.web.standIns.platform.person = { ...f.web.standIns.platform.person, groups };
};

describe('the first sign-in of a person whose claim gives a role', () => {
  const set = async (changed: object) =>
    termsOf(f.web.t, await f.web.t.signInAgain(f.admin)).setInstance(changed);
  afterEach(() => set({ registration: 'open', allowedDomains: [] }));

  test('needs no approval, even if the claim is later lost', async () => {
    await set({ registration: 'approval' });
    const cookies = await f.arrive(['reviewers']);
    expect(await f.web.whoIs(cookies)).toMatchObject({ role: 'moderator', approval: null });
    const again = await f.arrive([]);
    expect(await f.web.whoIs(again)).toMatchObject({ role: 'member', approval: null });
    f.web.nextPerson();
    expect(await f.web.whoIs(await f.arrive(['others']))).toMatchObject({ approval: 'waiting' });
  });

  test('of a waiting account makes approval unnecessary from then on', async () => {
    await set({ registration: 'approval' });
    expect(await f.web.whoIs(await f.arrive([]))).toMatchObject({ approval: 'waiting' });
    expect(await f.web.whoIs(await f.arrive(['reviewers']))).toMatchObject({ approval: null });
  });

  test.each([
    [{ registration: 'closed' }, 'registration_closed'],
    [{ registration: 'invitation' }, 'invitation_required'],
    [{ allowedDomains: ['zaps.example'] }, 'domain_not_allowed'],
  ])('follows the rule %j', async (changed, problem) => {
    await set(changed);
    const before = await f.web.userCount();
    sends(['reviewers']);
    await f.web.expectFailure(await f.web.signIn('platform'), problem as 'registration_closed', before);
  });

  test('turns a guest into a moderator', async () => {
    const guest = await f.web.t.call(continueAsGuest, {});
    const cookies = await f.arrive(['reviewers'], guest.setCookie);
    expect(await f.web.whoIs(cookies)).toMatchObject({
      id: guest.body.id,
      isGuest: false,
      role: 'moderator',
    });
  });

  test('waits for consent to the terms, and then follows the current mapping', async () => {
    const published = termsOf(f.web.t, await f.web.t.signInAgain(f.admin));
    const termsVersion = await published.raise();
    const accept = async () => {
      sends(['reviewers']);
      const { cookies, location } = await f.web.signIn('platform');
      expect(location).toBe('/accept-terms');
      return async () => {
        const as = { user: null, cookies };
        const { id } = (await f.web.t.call(terms.pendingAccount, {}, as)).body;
        const { setCookie } = await f.web.t.call(
          terms.createPendingAccount,
          { body: { id, termsVersion } },
          as,
        );
        return f.roleIn({ ...cookies, ...setCookie });
      };
    };
    const first = await accept();
    expect(await first()).toBe('moderator');
    f.web.nextPerson();
    const second = await accept();
    await f.map([]);
    expect(await second()).toBe('member');
    await f.map([{ value: 'reviewers', role: 'moderator' }]);
    await published.save('');
  });
});

async function setRequired(isRequired: boolean): Promise<void> {
  const { db, instance } = f.web.t.deps;
  await saveOwnField(
    db,
    'instance.factor',
    { requireFactor: isRequired },
    { actorId: f.admin.user?.id ?? '', now: f.web.t.clock.now },
  );
  await instance.refresh();
}

describe('a second factor at the provider', () => {
  const hasFactor = async (cookies: Record<string, string>) => {
    const isTheirs = eq(sessions.sid, sidOf(cookies['sid'] ?? ''));
    const [row] = await f.web.t.deps.db.select().from(sessions).where(isTheirs);
    return row?.hasFactor;
  };
  afterEach(() => {
    f.web.standIns.google.amr = f.web.standIns.platform.amr = undefined;
  });

  test.each([
    [true, ['pwd', 'mfa'], true],
    [true, ['pwd'], false],
    [true, undefined, false],
    [false, ['pwd', 'mfa'], false],
  ])('with the setting %s and amr %j, counts: %s', async (isTrusted, amr, expected) => {
    await f.map([], isTrusted);
    f.web.standIns.platform.amr = amr;
    expect(await hasFactor(await f.arrive())).toBe(expected);
  });

  test('gives the rights of a role while a factor is required', async () => {
    await f.map([{ value: 'reviewers', role: 'moderator' }], true);
    await setRequired(true);
    const without = await f.arrive(['reviewers']);
    expect(await f.web.whoIs(without)).toMatchObject({ role: 'member', missingFactor: 'enrol' });
    f.web.standIns.platform.amr = ['pwd', 'mfa'];
    const cookies = await f.arrive(['reviewers']);
    expect(await f.web.whoIs(cookies)).toMatchObject({ role: 'moderator', missingFactor: null });
    await setRequired(false);
  });

  test('does not count at Google', async () => {
    await f.map([], true);
    f.web.standIns.google.amr = ['mfa'];
    const { cookies } = await f.web.signIn('google');
    expect(await hasFactor(cookies)).toBe(false);
  });
});

describe('while a factor is required, a session from the provider', () => {
  beforeEach(async () => {
    await f.map([{ value: 'reviewers', role: 'moderator' }]);
    await setRequired(true);
  });
  afterEach(() => setRequired(false));

  const changes: Record<string, (person: Person) => Promise<number>> = {
    async 'authenticator app'(person) {
      await turnOn(f.web.t, person);
      return (await f.web.t.call(turnOffTotp, {}, person)).status;
    },
    async passkey(person) {
      const { device, enrol } = passkeyFixture(f.web.t);
      const { body } = await enrol(person, device());
      return (await f.web.t.call(removePasskey, { params: { id: body.id } }, person)).status;
    },
  };

  test.each(Object.keys(changes))('loses the rights of a role with the last %s', async (kind) => {
    const cookies = await f.arrive(['reviewers']);
    expect(await changes[kind]?.({ user: await f.account(), cookies })).toBe(204);
    expect(await f.web.whoIs(cookies)).toMatchObject({ role: 'member', missingFactor: 'enrol' });
  });

  test('gets no rights by the password, and remains the provider’s when it is renewed', async () => {
    const { db, passwords } = f.web.t.deps;
    const cookies = await f.arrive(['reviewers']);
    const { id } = await f.account();
    const passwordHash = await passwords.hash(TEST_PASSWORD);
    await db.update(users).set({ passwordHash }).where(eq(users.id, id));
    const body = { password: TEST_PASSWORD };
    expect((await f.web.t.call(prove, { body }, { user: null, cookies })).status).toBe(200);
    expect(await f.web.whoIs(cookies)).toMatchObject({ role: 'member', missingFactor: 'enrol' });
    const next = 'velvet-otter-41-lantern';
    const change = { currentPassword: TEST_PASSWORD, password: next, confirmPassword: next };
    const changed = await f.web.t.call(changePassword, { body: change }, { user: null, cookies });
    expect(await f.web.whoIs(changed.setCookie)).toMatchObject({ role: 'member', missingFactor: 'enrol' });
    const others = { body: { devices: 'others' } } as const;
    const alone = await f.web.t.call(logoutEverywhere, others, { user: null, cookies: changed.setCookie });
    expect(await f.web.whoIs(alone.setCookie)).toMatchObject({ role: 'member', missingFactor: 'enrol' });
  });
});
