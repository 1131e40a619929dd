import { listPasskeys, signInOptions, enrolmentOptions } from '@zapdeck/contract/sign-in/passkeys';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passkeyChallenges } from '../../db/schema/passkeys.table.ts';
import { databaseRateLimits } from '../../http/rate-limit.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { passkeyObstacle } from '../factors/relying-party.ts';

describe('passkeys are offered', () => {
  test.each([
    'https://zaps.example',
    'https://zaps.example:8443',
    'http://localhost:3000',
    'http://a.localhost',
  ])('at %s', (url) => expect(passkeyObstacle(url)).toBeNull());

  test.each([
    ['http://zaps.example', 'plain_http'],
    ['http://localhost.evil.example', 'plain_http'],
    ['http://192.168.1.20:3000', 'plain_http'],
    ['https://192.168.1.20', 'ip_address'],
    ['https://[2001:db8::1]', 'ip_address'],
  ])('not at %s', (url, obstacle) => expect(passkeyObstacle(url)).toBe(obstacle));
});

describe('on plain http', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await openTestApp({ env: { PUBLIC_URL: 'http://192.168.1.20:3000' } });
  });
  afterAll(() => t.close());

  test('the list explains why there are none, and no challenge is issued', async () => {
    const person = await t.person('member');
    const { body } = await t.call(listPasskeys, {}, person);
    expect(body).toEqual({ passkeys: [], obstacle: 'plain_http' });
    expect((await t.call(enrolmentOptions, {}, person)).error.code).toBe('passkeys_unavailable');
    expect((await t.call(signInOptions, {})).error.code).toBe('passkeys_unavailable');
  });
});

test('sign-ins with passkeys are limited per network', async () => {
  const t = await openTestApp({ rateLimits: ({ pool }) => databaseRateLimits(pool) });
  const ask = async () => (await t.call(signInOptions, {})).status;
  const statuses = await Promise.all(Array.from({ length: 310 }, ask));
  expect(statuses.filter((status) => status === 200)).toHaveLength(300);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  await t.close();
});

test('a flood from many networks stores nothing, and others still get a challenge', {
  tags: 'long',
}, async () => {
  const t = await openTestApp({ rateLimits: ({ pool }) => databaseRateLimits(pool) });
  const ask = async (address: string) =>
    (await t.call(signInOptions, {}, { user: null, cookies: {}, address })).status;
  for (let network = 0; network < 31; network += 1) {
    const statuses = await Promise.all(Array.from({ length: 200 }, () => ask(`198.51.${network}.1`)));
    expect(new Set(statuses)).toEqual(new Set([200]));
  }
  expect(await ask('203.0.113.1')).toBe(200);
  expect(await t.deps.db.$count(passkeyChallenges)).toBe(0);
  await t.close();
});
