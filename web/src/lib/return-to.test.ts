import { expect, test } from 'vitest';
import { loginAddress, returnToOf } from './return-to.ts';

test('returnToOf reads the path that loginAddress writes', () => {
  const address = loginAddress('/home?app=1&b=2');
  expect(returnToOf(address.slice('/login'.length))).toBe('/home?app=1&b=2');
  expect(loginAddress(undefined)).toBe('/login');
});

test('returnToOf ignores paths that are no screen', () => {
  expect(returnToOf('?returnTo=%2F%2561pi%2Flogout')).toBeUndefined();
  expect(returnToOf('?returnTo=//evil.example')).toBeUndefined();
  expect(returnToOf('')).toBeUndefined();
});
