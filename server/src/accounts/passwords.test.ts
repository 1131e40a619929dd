import { availableParallelism } from 'node:os';
import * as argon2 from '@node-rs/argon2';
import { login } from '@zapdeck/contract/sign-in/auth';
import { listFeed } from '@zapdeck/contract/feed/feed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { type CallResult, openTestApp, TEST_PASSWORD, type TestApp } from '../testing/test-app.ts';
import { createPasswordHasher } from './passwords.ts';

const TOO_MANY = 20;
/** More than one per core and a full queue. */
const FLOOD = availableParallelism() + 64 + TOO_MANY;

/** Comparisons of passwords wait for it. */
let held: Promise<void> | undefined;
let t: TestApp;
beforeAll(async () => {
  const verify: typeof argon2.verify = async (...given) => {
    const fits = await argon2.verify(...given);
    await held;
    return fits;
  };
  t = await openTestApp({ passwords: createPasswordHasher({ argon2: { ...argon2, verify } }) });
});
afterAll(() => t.close());

test('rejects logins beyond the queue with 503, while the feed still responds', {
  tags: 'long',
}, async () => {
  const member = await t.person('member');
  const body = { email: 'nobody@example.org', password: TEST_PASSWORD };
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  held = promise;
  const answered: CallResult<unknown>[] = [];
  const flood = Array.from({ length: FLOOD }, async () => {
    const answer = await t.call(login, { body });
    answered.push(answer);
    return answer;
  });
  // The hashing is still blocked here.
  expect((await t.call(listFeed, { query: {} }, member)).status).toBe(200);
  await eventually(() => expect(answered).toHaveLength(TOO_MANY));
  for (const { status, error, headers } of answered) {
    expect([status, error.code]).toEqual([503, 'unavailable']);
    expect(headers['retry-after']).toBeDefined();
  }
  letGo();
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(FLOOD - TOO_MANY);
  expect((await t.call(login, { body })).status).toBe(401);
});

test('hashing takes the same time for an unknown account as for a known one', async () => {
  const compared: string[] = [];
  const passwords = createPasswordHasher({
    argon2: {
      ...argon2,
      verify: (hash, password) => {
        compared.push(String(hash));
        return argon2.verify(hash, password);
      },
    },
  });
  const known = await passwords.hash(TEST_PASSWORD);
  expect(await passwords.verify(known, 'not-this-one')).toBe(false);
  expect(await passwords.verify(null, 'not-this-one')).toBe(false);
  const costs = compared.map((hash) => hash.split('$').slice(1, 4));
  expect(costs).toEqual([
    ['argon2id', 'v=19', 'm=19456,t=2,p=1'],
    ['argon2id', 'v=19', 'm=19456,t=2,p=1'],
  ]);
  expect(await passwords.verify(null, 'no account has this password')).toBe(false);
});

test('runs at most one hash per core', async () => {
  let running = 0;
  let most = 0;
  const counted = async <T>(work: Promise<T>): Promise<T> => {
    running += 1;
    most = Math.max(most, running);
    return work.finally(() => (running -= 1));
  };
  const passwords = createPasswordHasher({
    argon2: {
      hash: (...given) => counted(argon2.hash(...given)),
      verify: (...given) => counted(argon2.verify(...given)),
    },
  });
  const known = await passwords.hash(TEST_PASSWORD);
  // Warms up the hash that is compared for unknown accounts.
  await passwords.verify(null, TEST_PASSWORD);
  most = 0;
  const waiting = Array.from({ length: 3 * availableParallelism() }, () =>
    Promise.all([passwords.verify(known, TEST_PASSWORD), passwords.hash(TEST_PASSWORD)]),
  );
  expect((await Promise.all(waiting)).every(([fits]) => fits)).toBe(true);
  expect(most).toBe(availableParallelism());
});
