import { expect, test } from 'vitest';
import { loginAddress, returnToOf } from './return-to.ts';

test('the login address and the reading of it agree', () => {
  const address = loginAddress('/home?app=1&b=2');
  expect(returnToOf(address.slice('/login'.length))).toBe('/home?app=1&b=2');
  expect(loginAddress(undefined)).toBe('/login');
});

test('what is no screen of our own is not read', () => {
  expect(returnToOf('?returnTo=%2F%2561pi%2Flogout')).toBeUndefined();
  expect(returnToOf('?returnTo=//evil.example')).toBeUndefined();
  expect(returnToOf('')).toBeUndefined();
});
