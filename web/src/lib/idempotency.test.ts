import { castVote } from '@zapdeck/contract/feed/votes';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, CallError, ConnectionError } from './call.ts';
import { mayBeSentLater, mayPass, newId, once } from './idempotency.ts';

const fetched = vi.fn<typeof fetch>();
const input = { body: { appId: newId(), voteType: 'up' } } as const;
const responseOf = (status: number, body: object = {}) => new Response(JSON.stringify(body), { status });
const keys = () => fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
const truncated = () => new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) });

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => vi.useRealTimers());

async function outcome(): Promise<unknown> {
  const made = call(castVote, input, once('the-key')).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return made;
}

test.each([
  ['no response', () => fetched.mockRejectedValueOnce(new TypeError('gone'))],
  ['a server that is unavailable', () => fetched.mockResolvedValueOnce(responseOf(503))],
  ['the login page of a network', () => fetched.mockResolvedValueOnce(new Response('<title>Wi-Fi</title>'))],
  ['a truncated response', () => fetched.mockResolvedValueOnce(new Response(truncated()))],
])('repeats a request after %s, with the same key and body', async (_, fail) => {
  fail();
  fetched.mockResolvedValueOnce(responseOf(200, { upvotes: 1 }));
  expect(await outcome()).toEqual({ upvotes: 1 });
  expect(keys()).toEqual(['the-key', 'the-key']);
  expect(fetched.mock.calls[0]?.[1]?.body).toBe(fetched.mock.calls[1]?.[1]?.body);
  expect(fetched.mock.calls[0]?.[1]?.keepalive).toBe(true);
});

test('repeats a repeatable request without a key', async () => {
  fetched.mockRejectedValueOnce(new TypeError('gone')).mockResolvedValueOnce(responseOf(200, { upvotes: 1 }));
  const made = call(castVote, { body: { ...input.body, mode: 'cast' } }, { repeats: true });
  await vi.runAllTimersAsync();
  expect(await made).toEqual({ upvotes: 1 });
  expect(keys()).toEqual([null, null]);
});

test('sends a request at most twice', async () => {
  fetched.mockRejectedValue(new TypeError('gone'));
  expect(await outcome()).toBeInstanceOf(ConnectionError);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test.each([404, 422, 500])('does not repeat a request after %i', async (status) => {
  fetched.mockResolvedValue(responseOf(status));
  expect(await outcome()).toBeInstanceOf(CallError);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('does not repeat a request without a network', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  fetched.mockRejectedValue(new TypeError('gone'));
  await outcome();
  expect(fetched).toHaveBeenCalledTimes(1);
});

test.each([
  [new ConnectionError('gone'), true],
  [new CallError(503, '', undefined), true],
  [new CallError(429, '', undefined), true],
  [new CallError(404, '', undefined), false],
  [new TypeError('a bug'), false],
])('mayPass of %s returns %s', (error, expected) => {
  expect(mayPass(error)).toBe(expected);
});

test('newId works on insecure origins', () => {
  const real = crypto;
  vi.stubGlobal('crypto', {
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => real.getRandomValues(bytes),
  });
  expect(newId()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test.each([
  ['email_not_confirmed', true],
  ['terms_not_accepted', true],
  ['not_approved', true],
  ['not_found', false],
] as const)('mayBeSentLater after %s returns %s', async (code, isLater) => {
  fetched.mockResolvedValue(responseOf(403, { code, message: 'No', requestId: 'r' }));
  expect(mayBeSentLater(await outcome())).toBe(isLater);
});
