import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const SECURITY = '/.well-known/security.txt';

describe('with a security contact', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await openTestApp({
      env: { PUBLIC_URL: 'https://zaps.example.org', SECURITY_CONTACT: 'mailto:security@example.org' },
    });
    t.clock.now = new Date('2026-11-25T13:45:10Z');
  });
  afterAll(() => t.close());

  test('serves security.txt, valid for 30 days', async () => {
    const { statusCode, headers, body } = await t.app.inject(SECURITY);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    });
    expect(body).toBe(
      [
        'Contact: mailto:security@example.org',
        'Expires: 2026-12-25T00:00:00Z',
        'Canonical: https://zaps.example.org/.well-known/security.txt',
        '',
      ].join('\n'),
    );
  });

  test('redirects change-password to the password form of the settings', async () => {
    const { statusCode, headers } = await t.app.inject('/.well-known/change-password');
    expect(statusCode).toBe(302);
    expect(headers).toMatchObject({
      location: '/settings?dialog=password',
      'cache-control': 'no-cache',
    });
  });
});

test('returns 404 for security.txt without a security contact', async () => {
  const t = await openTestApp();
  try {
    expect((await t.app.inject(SECURITY)).statusCode).toBe(404);
  } finally {
    await t.close();
  }
});
