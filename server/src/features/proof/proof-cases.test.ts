import { deleteAccount } from '@zapdeck/contract/accounts/account';
import { usersCsv } from '@zapdeck/contract/wire/csv-exports';
import { defaultInstance, saveInstance } from '@zapdeck/contract/instance/instance';
import { suspendPerson } from '@zapdeck/contract/accounts/people';
import { PROOF_LASTS_MS, prove, waysToProve } from '@zapdeck/contract/sign-in/proof';
import { adminUsers, USER_ROWS_MAX } from '@zapdeck/contract/accounts/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseRateLimits } from '../../http/rate-limit.ts';
import { apiTokenOf } from '../../testing/api-token-of.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let passwordHash: string;
beforeAll(async () => {
  t = await openTestApp({ rateLimits: ({ pool }) => databaseRateLimits(pool) });
  passwordHash = await t.deps.passwords.hash(TEST_PASSWORD);
});
afterAll(() => t.close());

/** Returns an admin whose proof is too old. */
async function staleAdmin(): Promise<Person> {
  const admin = await t.person('admin', { passwordHash });
  t.clock.advance(PROOF_LASTS_MS);
  return admin;
}

const proveAs = (person: Person) => t.call(prove, { body: { password: TEST_PASSWORD } }, person);

/** Calls, confirms the password, and calls again. Returns the code of the refusal, if any, and the status after it. */
async function beforeAndAfterProof(
  person: Person,
  send: () => Promise<{ status: number; error: { code: string } }>,
): Promise<[string | undefined, number]> {
  const refused = await send();
  await proveAs(person);
  return [refused.status === 403 ? refused.error.code : undefined, (await send()).status];
}

test.each([
  ['the way to register', { registration: 'closed' }],
  ['the domains of addresses', { registration: 'closed', allowedDomains: ['example.org'] }],
  ['whether guests may look', { registration: 'closed', allowedDomains: ['example.org'], guests: false }],
] as const)('a change of %s requires a proof of identity', async (_, values) => {
  const admin = await staleAdmin();
  const body = {
    ...defaultInstance,
    ...values,
    allowedDomains: [...('allowedDomains' in values ? values.allowedDomains : [])],
  };
  expect(await beforeAndAfterProof(admin, () => t.call(saveInstance, { body }, admin))).toEqual([
    'proof_needed',
    200,
  ]);
  // Saving the same rules again changes no rights.
  t.clock.advance(PROOF_LASTS_MS);
  const renamed = { ...body, name: `Named ${JSON.stringify(values).length}` };
  expect((await t.call(saveInstance, { body: renamed }, admin)).status).toBe(200);
});

test('a suspension requires a proof of identity if it takes votes back', async () => {
  const admin = await staleAdmin();
  const suspend = async (takesVotesBack: boolean) => {
    const { user } = await t.person('member');
    const body = { reason: 'Spam', takesAppsOut: false, takesVotesBack };
    return () => t.call(suspendPerson, { params: { id: user?.id ?? '' }, body }, admin);
  };
  expect((await (await suspend(false))()).status).toBe(200);
  expect(await beforeAndAfterProof(admin, await suspend(true))).toEqual(['proof_needed', 200]);
});

test('deleting an account without a password requires a proof of identity', async () => {
  const googleId = 'https://accounts.google.com 7';
  const person = await t.person('member', { passwordHash: null, googleId });
  const body = { email: person.user?.email ?? '' };
  t.clock.advance(PROOF_LASTS_MS);
  expect((await t.call(deleteAccount, { body }, person)).error.code).toBe('proof_needed');
  expect((await t.call(deleteAccount, { body }, await t.signInAgain(person))).status).toBe(204);
});

test('the ways to prove the identity include whether the last proof still counts', async () => {
  const admin = await staleAdmin();
  expect((await t.call(waysToProve, {}, admin)).body.isProved).toBe(false);
  await proveAs(admin);
  expect((await t.call(waysToProve, {}, admin)).body.isProved).toBe(true);
});

describe('the list of users', () => {
  const ROWS = 100;
  beforeAll(async () => {
    await t.deps.pool.query(
      `INSERT INTO users (id, email, auth_provider)
       SELECT gen_random_uuid(), 'listed' || n || '@example.org', 'email' FROM generate_series(1, $1::int) AS n`,
      [ROWS],
    );
  });
  const query = { search: 'listed', limit: ROWS };
  const list = (as: Person) => t.call(adminUsers, { query }, as);

  /** Reads as many rows as a session may without a proof. */
  async function readAllowed(as: Person): Promise<void> {
    for (let read = 0; read < USER_ROWS_MAX; read += ROWS) {
      const { status, body } = await list(as);
      expect([status, body]).toEqual([200, expect.objectContaining({ length: ROWS })]);
    }
  }

  test('requires a proof of identity after 1,000 rows in an hour and session', async () => {
    const admin = await staleAdmin();
    const elsewhere = await t.signInAgain(admin);
    t.clock.advance(PROOF_LASTS_MS);
    await readAllowed(admin);
    expect(await beforeAndAfterProof(admin, () => list(admin))).toEqual(['proof_needed', 200]);
    expect((await list(elsewhere)).status).toBe(200);
    // Rows that were read with a proof count too.
    t.clock.advance(PROOF_LASTS_MS);
    expect((await list(admin)).error.code).toBe('proof_needed');
  });

  test('and its CSV file require no proof from an API token', async () => {
    const token = await apiTokenOf(t, await staleAdmin(), ['admin:read']);
    const bearer = { authorization: `Bearer ${token}` };
    const visitor: Person = { user: null, cookies: {} };
    for (let read = 0; read <= USER_ROWS_MAX; read += ROWS)
      expect((await t.call(adminUsers, { query }, visitor, bearer)).status).toBe(200);
    const file = await t.app.inject({ url: `${usersCsv.path}?search=listed`, headers: bearer });
    expect(file.statusCode).toBe(200);
  });
});
