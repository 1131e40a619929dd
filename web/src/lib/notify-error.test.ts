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
  ['a refusal without words', refused(401), login.text],
  ['too many attempts', refused(429, 'Wait.', '840'), 'Too many attempts. Please try again in 14 minutes.'],
  ['too many, for a while', refused(429, 'Wait.', '9'), 'Too many attempts. Please try again in a minute.'],
  ['too many, without a word', refused(429), 'Too many attempts. Please try again in a minute.'],
  ['a server in trouble', refused(503, 'The service is busy.'), 'The service is busy.'],
  ['a dead server', refused(502), 'The server cannot be reached. Please try again in a moment.'],
  ['no server', unreached, 'The server cannot be reached. Please try again in a moment.'],
  [
    'a fault of ours',
    new TypeError('x is undefined'),
    'Something broke on this page. Loading it again usually helps.',
  ],
])('a login that fails for %s', (_, error, words) => {
  vi.stubGlobal('navigator', { onLine: true });
  expect(failureText(error, login)).toBe(words);
});

test.each([
  ['a dead server', refused(502), signup.text],
  ['no server', unreached, `The server cannot be reached. ${signup.text}`],
  ['a fault of ours', new TypeError('x is undefined'), signup.text],
])('anything else that fails for %s keeps its own words', (_, error, words) => {
  vi.stubGlobal('navigator', { onLine: true });
  expect(failureText(error, signup)).toBe(words);
});

test('without a network, that is what is said', () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(failureText(unreached, login)).toBe('You are offline. Please try again when you are connected.');
});

test('only a call that needs a session can say that it is over', () => {
  expect(isUnauthorized(new CallError(401, 'Unauthorized', undefined))).toBe(true);
  expect(isUnauthorized(new CallError(401, 'Unauthorized', undefined, null, false))).toBe(false);
});
