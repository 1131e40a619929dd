import { expect, test } from 'vitest';
import { loginAddress, ownPath, returnToOf } from './return-to.ts';

test.each(['/submit', '/home?app=0192', '/profile#apps', '/'])('%s is a path of our own', (path) => {
  expect(ownPath(path)).toBe(path);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'submit',
  '/.//evil.example',
  '/\t/evil.example',
  '/home\r\nSet-Cookie: a=b',
  '/login',
  '/login?returnTo=/login',
  '/api/logout',
  `/${'a'.repeat(3_000)}`,
  '',
  null,
  undefined,
])('%j is refused', (candidate) => {
  expect(ownPath(candidate)).toBeUndefined();
});

test('the login address and the reading of it agree', () => {
  const address = loginAddress('/home?app=1&b=2');
  expect(returnToOf(address.slice('/login'.length))).toBe('/home?app=1&b=2');
  expect(loginAddress(undefined)).toBe('/login');
});
