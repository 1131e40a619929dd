import { availableParallelism } from 'node:os';
import { login } from '@zapdeck/contract/auth';
import { listFeed } from '@zapdeck/contract/feed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { createPasswordHasher } from './passwords.ts';

/** More than one per core and a full queue. */
const FLOOD = availableParallelism() + 64 + 20;

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

test('a flood of logins is turned away with 503 beyond the queue, and the feed is served meanwhile', async () => {
  const member = await t.person('member');
  const body = { email: 'nobody@example.org', password: TEST_PASSWORD };
  let done = 0;
  const flood = Array.from({ length: FLOOD }, async () => {
    const answer = await t.call(login, { body });
    if (answer.status === 401) done += 1;
    return answer;
  });
  expect((await t.call(listFeed, { query: {} }, member)).status).toBe(200);
  // Not behind the hashes: most of them are still to come.
  expect(done).toBeLessThan(FLOOD / 2);
  const answers = await Promise.all(flood);
  const refused = answers.filter(({ status }) => status !== 401);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(FLOOD / 2);
  for (const { status, error, headers } of refused) {
    expect([status, error.code]).toEqual([503, 'unavailable']);
    expect(headers['retry-after']).toBeDefined();
  }
  expect((await t.call(login, { body })).status).toBe(401);
});

test('an account that is not there costs a hash like one that is', async () => {
  const passwords = createPasswordHasher();
  const known = await passwords.hash(TEST_PASSWORD);
  const cpuOf = async (hash: string | null) => {
    const before = process.cpuUsage();
    for (let turn = 0; turn < 5; turn += 1) expect(await passwords.verify(hash, 'not-this-one')).toBe(false);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await cpuOf(null);
  const [present, absent] = [await cpuOf(known), await cpuOf(null)];
  expect(absent).toBeGreaterThan(present / 3);
  expect(await passwords.verify(null, 'no account has this password')).toBe(false);
});
