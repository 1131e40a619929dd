import { deleteAccount } from '@zapdeck/contract/accounts/account';
import { createApiToken } from '@zapdeck/contract/accounts/api-tokens';
import {
  enrolmentOptions,
  enrolPasskey,
  listPasskeys,
  removePasskey,
} from '@zapdeck/contract/sign-in/passkeys';
import { renewRecoveryCodes, startTotp, turnOffTotp, turnOnTotp } from '@zapdeck/contract/sign-in/totp';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiTokens } from '../db/schema/api-tokens.table.ts';
import { passkeys } from '../db/schema/passkeys.table.ts';
import { totpSecrets } from '../db/schema/totp.table.ts';
import { users } from '../db/schema/users.table.ts';
import { passkeyFixture } from '../features/passkeys/passkeys.fixture.ts';
import { codeAt, turnOn } from '../features/totp/totp.fixture.ts';
import {
  type CallResult,
  openTestApp,
  type Person,
  TEST_PASSWORD,
  type TestApp,
} from '../testing/test-app.ts';
import { whileLocked } from '../testing/while-locked.ts';

let t: TestApp;
let passkey: ReturnType<typeof passkeyFixture>;
beforeAll(async () => {
  t = await openTestApp();
  passkey = passkeyFixture(t);
});
afterAll(() => t.close());

const DAY_MS = 24 * 3_600_000;

/** Prepare a change of the account, and return the request that makes it. */
const changes: Readonly<Record<string, (person: Person) => Promise<() => Promise<CallResult<unknown>>>>> = {
  enrolPasskey: async (person: Person) => {
    const { body: options } = await t.call(enrolmentOptions, {}, person);
    const body = passkey.device().create(options);
    return () => t.call(enrolPasskey, { body }, person);
  },
  removePasskey: async (person: Person) => {
    await passkey.enrol(person, passkey.device());
    const [own] = (await t.call(listPasskeys, {}, person)).body.passkeys;
    return () => t.call(removePasskey, { params: { id: own?.id ?? '' } }, person);
  },
  turnOnTotp: async (person: Person) => {
    const { body: started } = await t.call(startTotp, {}, person);
    const body = { setup: started.setup, code: codeAt(started.secret, t.clock.now) };
    return () => t.call(turnOnTotp, { body }, person);
  },
  turnOffTotp: async (person: Person) => {
    await turnOn(t, person);
    return () => t.call(turnOffTotp, {}, person);
  },
  renewRecoveryCodes: async (person: Person) => {
    await turnOn(t, person);
    return () => t.call(renewRecoveryCodes, {}, person);
  },
  createApiToken: async (person: Person) => {
    const expiresAt = new Date(t.clock.now.getTime() + DAY_MS).toISOString();
    const body = { name: 'Script', scopes: ['apps:read' as const], expiresAt };
    return () => t.call(createApiToken, { body }, person);
  },
  deleteAccount: async (person: Person) => {
    const body = { email: person.user?.email ?? '', password: TEST_PASSWORD };
    return () => t.call(deleteAccount, { body }, person);
  },
};

/** Counts what a change adds or removes. */
async function countOf(userId: string): Promise<number[]> {
  const { db } = t.deps;
  return Promise.all([
    db.$count(users, eq(users.id, userId)),
    db.$count(passkeys, eq(passkeys.userId, userId)),
    db.$count(totpSecrets, eq(totpSecrets.userId, userId)),
    db.$count(apiTokens, eq(apiTokens.userId, userId)),
  ]);
}

test.each(Object.entries(changes))(
  'changes nothing if the session ends during the request: %s',
  async (_name, prepare) => {
    const person = await t.person('member', { passwordHash: await t.deps.passwords.hash(TEST_PASSWORD) });
    const userId = person.user?.id ?? '';
    const change = await prepare(person);
    const before = await countOf(userId);
    const { error } = await whileLocked(
      t.deps.pool,
      [
        ['SELECT FROM users WHERE id = $1 FOR UPDATE', [userId]],
        ['DELETE FROM sessions WHERE user_id = $1', [userId]],
      ],
      change,
    );
    expect(error.code).toBe('unauthorized');
    expect(await countOf(userId)).toEqual(before);
  },
);
