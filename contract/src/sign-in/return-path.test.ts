import { expect, test } from 'vitest';
import { ownReturnPath } from './return-path.ts';

test.each([
  '/',
  '/home',
  '/home?app=0192',
  '/submit',
  '/liked',
  '/profile#apps',
  '/admin',
  '/admin/apps?search=%C3%A4',
  '/admin/apps/',
  '/verify-email?token=a',
])('accepts %s', (path) => expect(ownReturnPath(path)).toBe(path));

test('resolves dots in paths as browsers do', () => {
  expect(ownReturnPath('/submit/../liked')).toBe('/liked');
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'submit',
  '/.//evil.example',
  '/home//evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/\t/evil.example',
  '/home\r\nSet-Cookie: a=b',
  '/home app',
  '/login',
  '/login/',
  '/login?returnTo=/login',
  '/api',
  '/api/logout',
  '/API/logout',
  '/%61pi/logout',
  '/%61%70%69/logout',
  '/api%2flogout',
  '/%2561pi/logout',
  '/./api/logout',
  '/home/../api/logout',
  '/home/%2e%2e/api/logout',
  '/home/..%2fapi/logout',
  '/healthz',
  '/metrics',
  '/homeward',
  '/home/anything',
  '/profile/0192',
  '/admin/nowhere',

  `/home?${'a'.repeat(3_000)}`,
  '',
  null,
  undefined,
])('rejects %j', (candidate) => expect(ownReturnPath(candidate)).toBeNull());
