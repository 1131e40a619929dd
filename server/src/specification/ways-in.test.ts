import { checkInvitation, invitations, revokeInvitation } from '@zapdeck/contract/accounts/invitations';
import { downloadData } from '@zapdeck/contract/accounts/account';
import { auditLog } from '@zapdeck/contract/instance/audit-log';
import { login } from '@zapdeck/contract/sign-in/auth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TEST_PASSWORD } from '../testing/test-app.ts';
import { openRegistration, type Outcome, type RegistrationFixture } from './registration.fixture.ts';

let f: RegistrationFixture;
beforeAll(async () => {
  f = await openRegistration();
});
afterAll(() => f.close());
beforeEach(() => f.set({ registration: 'invitation' }));

type Token = string | undefined;

const ways: Readonly<Record<string, (invitation: Token) => Promise<Outcome>>> = {
  'the form': (invitation) => f.signUp({ invitation }),
  'the form of a guest': async (invitation) => f.signUp({ invitation, from: await f.guest() }),
  'the API without a browser': (invitation) => f.signUpByProgram({ invitation }),
  Google: (invitation) => f.signInWith('google', { invitation }),
  'the platform': (invitation) => f.signInWith('platform', { invitation }),
  'Google as a guest': async (invitation) => f.signInWith('google', { invitation, from: await f.guest() }),
};

const states: Readonly<Record<string, { token: () => Promise<Token>; outcome: Outcome }>> = {
  'closed, without an invitation': {
    token: async () => {
      await f.set({ registration: 'closed' });
      return undefined;
    },
    outcome: 'registration_closed',
  },
  'closed, with a valid invitation': {
    token: async () => {
      await f.set({ registration: 'closed' });
      return (await f.invite()).token;
    },
    outcome: 'registration_closed',
  },
  'no invitation': { token: async () => undefined, outcome: 'invitation_required' },
  'an unknown invitation': { token: async () => 'x'.repeat(43), outcome: 'invitation_required' },
  'a used invitation': {
    async token() {
      const { token } = await f.invite();
      expect(await f.signUp({ invitation: token })).toBeNull();
      return token;
    },
    outcome: 'invitation_required',
  },
  'an expired invitation': {
    async token() {
      const { token } = await f.invite();
      await f.web.t.deps.pool.query('UPDATE invitations SET expires_at = $1 WHERE uses_left > 0', [
        f.web.t.clock.now,
      ]);
      return token;
    },
    outcome: 'invitation_required',
  },
  'a revoked invitation': {
    async token() {
      const { id, token } = await f.invite();
      await f.web.t.call(revokeInvitation, { params: { id } }, f.admin);
      return token;
    },
    outcome: 'invitation_required',
  },
};

const attempts = Object.keys(ways).flatMap((way) =>
  Object.keys(states).map((state) => [way, state] as const),
);

test('covers at least 40 attempts', () => {
  expect(attempts.length).toBeGreaterThanOrEqual(40);
});

test.each(attempts)('%s, %s: creates no account', async (way, state) => {
  const token = await states[state]?.token();
  const before = await f.countMembers();
  expect(await ways[way]?.(token)).toBe(states[state]?.outcome);
  expect(await f.countMembers()).toBe(before);
});

const isUsable = async (invitation: string) =>
  (await f.web.t.call(checkInvitation, { body: { invitation } })).body.isUsable;

test.each(['an unknown invitation', 'a used invitation', 'an expired invitation', 'a revoked invitation'])(
  'says that an invitation is unusable if it is %s',
  async (state) => {
    expect(await isUsable((await states[state]?.token()) ?? '')).toBe(false);
  },
);

describe('a valid invitation', () => {
  test('is reported as usable, without being used up', async () => {
    const { token } = await f.invite();
    expect(await isUsable(token)).toBe(true);
    expect(await isUsable(token)).toBe(true);
    expect(await f.signUp({ invitation: token })).toBeNull();
    expect(await isUsable(token)).toBe(false);
  });

  test.each(Object.keys(ways))('works with %s', async (way) => {
    const { token } = await f.invite();
    const before = await f.countMembers();
    expect(await ways[way]?.(token)).toBeNull();
    expect(await f.countMembers()).toBe(before + 1);
  });

  test('with three uses admits three of twelve concurrent applicants', async () => {
    const { id, token } = await f.invite(3);
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => f.signUp({ invitation: token })));
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'invitation_required')).toHaveLength(9);
    const { body } = await f.web.t.call(invitations, { query: {} }, f.admin);
    expect(body.find((one) => one.id === id)).toMatchObject({ usesLeft: 0, joined: 3 });
  });

  test('is not used up if the address is taken', async () => {
    const { token } = await f.invite();
    await f.web.t.person('member', { email: 'taken@example.org' });
    expect(await f.signUp({ email: 'taken@example.org', invitation: token })).toBe('email_taken');
    expect(await f.signUp({ invitation: token })).toBeNull();
  });

  test('is listed with its creator and members, and is in the member’s download', async () => {
    const { id, token } = await f.invite(2);
    await f.signUp({ email: 'invited@example.org', invitation: token });
    const { body } = await f.web.t.call(invitations, { query: { limit: 1 } }, f.admin);
    expect(body).toMatchObject([
      {
        id,
        usesLeft: 1,
        createdBy: { id: f.admin.user?.id },
        latestMembers: [{ email: 'invited@example.org' }],
      },
    ]);
    const form = { email: 'invited@example.org', password: TEST_PASSWORD };
    const { setCookie } = await f.web.t.call(login, { body: form });
    const data = await f.web.t.call(downloadData, {}, { user: null, cookies: setCookie });
    expect(data.body.usedInvitations).toMatchObject([{ invitationId: id }]);
  });

  test('is in the audit log when created and revoked', async () => {
    const { id } = await f.invite(4);
    await f.web.t.call(revokeInvitation, { params: { id } }, f.admin);
    await f.web.t.call(revokeInvitation, { params: { id } }, f.admin);
    const { body } = await f.web.t.call(auditLog, { query: { target: id } }, f.admin);
    expect(body).toMatchObject([
      { action: 'invitation.revoked', after: { uses: 0 } },
      { action: 'invitation.created', after: { uses: 4, days: 7 } },
    ]);
  });

  test('is stored without its token', async () => {
    const { token } = await f.invite();
    const { rows } = await f.web.t.deps.pool.query('SELECT * FROM invitations');
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
