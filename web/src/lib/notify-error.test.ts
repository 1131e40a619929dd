import { afterEach, expect, test, vi } from 'vitest';
import { CallError, ConnectionError, isUnauthorized } from './call.ts';
import { failureText } from './notify-error.ts';

const login = { text: 'Invalid email or password. Please try again.', isOfInput: true } as const;
const signup = { text: 'Failed to create account. Please try again.' } as const;

const refused = (status: number, message?: string, retryAfter?: string) =>
  new CallError(status, '', message === undefined ? undefined : { message }, retryAfter, false);
const unreached = new ConnectionError(undefined);

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['a wrong password', refused(401, 'Invalid email or password.'), 'Invalid email or password.'],
  ['an error without a message', refused(401), login.text],
  ['too many attempts', refused(429, 'Wait.', '840'), 'Too many attempts. Please try again in 14 minutes.'],
  [
    'too many attempts for a few seconds',
    refused(429, 'Wait.', '9'),
    'Too many attempts. Please try again in a minute.',
  ],
  ['too many attempts without Retry-After', refused(429), 'Too many attempts. Please try again in a minute.'],
  ['an unavailable server', refused(503, 'The service is busy.'), 'The service is busy.'],
  ['a dead server', refused(502), 'The server cannot be reached. Please try again in a moment.'],
  ['no server', unreached, 'The server cannot be reached. Please try again in a moment.'],
  ['a bug', new TypeError('x is undefined'), 'Something went wrong on this page. Reloading usually helps.'],
])('explains a failed login after %s', (_, error, words) => {
  vi.stubGlobal('navigator', { onLine: true });
  expect(failureText(error, login)).toBe(words);
});

test.each([
  ['a dead server', refused(502), signup.text],
  ['no server', unreached, `The server cannot be reached. ${signup.text}`],
  ['a bug', new TypeError('x is undefined'), signup.text],
])('keeps the text of other actions after %s', (_, error, words) => {
  vi.stubGlobal('navigator', { onLine: true });
  expect(failureText(error, signup)).toBe(words);
});

test('says that the browser is offline', () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(failureText(unreached, login)).toBe('You are offline. Please try again when you are connected.');
});

test('isUnauthorized returns true only for endpoints that need a session', () => {
  expect(isUnauthorized(new CallError(401, 'Unauthorized', undefined))).toBe(true);
  expect(isUnauthorized(new CallError(401, 'Unauthorized', undefined, null, false))).toBe(false);
});
