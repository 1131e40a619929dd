import { castVote } from '@zapdeck/contract/votes';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError, ConnectionError } from './call.ts';
import { callOnce, callRepeatable, mayPass, newId } from './idempotency.ts';

const fetched = vi.fn<typeof fetch>();
const input = { body: { appId: newId(), voteType: 'up' } } as const;
const answer = (status: number, body: object = {}) => new Response(JSON.stringify(body), { status });
const keys = () => fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
const brokenOff = () => new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) });

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => vi.useRealTimers());

async function outcome(): Promise<unknown> {
  const made = callOnce(castVote, input, 'the-key').catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return made;
}

test.each([
  ['no answer', () => fetched.mockRejectedValueOnce(new TypeError('gone'))],
  ['a server that is away', () => fetched.mockResolvedValueOnce(answer(503))],
  ['the login page of a network', () => fetched.mockResolvedValueOnce(new Response('<title>Wi-Fi</title>'))],
  ['an answer that breaks off', () => fetched.mockResolvedValueOnce(new Response(brokenOff()))],
])('after %s it is sent once more, under the same key and with the same body', async (_, fail) => {
  fail();
  fetched.mockResolvedValueOnce(answer(200, { upvotes: 1 }));
  expect(await outcome()).toEqual({ upvotes: 1 });
  expect(keys()).toEqual(['the-key', 'the-key']);
  expect(fetched.mock.calls[0]?.[1]?.body).toBe(fetched.mock.calls[1]?.[1]?.body);
  expect(fetched.mock.calls[0]?.[1]?.keepalive).toBe(true);
});

test('what may be repeated is sent once more without a key', async () => {
  fetched.mockRejectedValueOnce(new TypeError('gone')).mockResolvedValueOnce(answer(200, { upvotes: 1 }));
  const made = callRepeatable(castVote, { body: { ...input.body, mode: 'cast' } });
  await vi.runAllTimersAsync();
  expect(await made).toEqual({ upvotes: 1 });
  expect(keys()).toEqual([null, null]);
});

test('it is sent twice at most', async () => {
  fetched.mockRejectedValue(new TypeError('gone'));
  expect(await outcome()).toBeInstanceOf(ConnectionError);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test.each([404, 422, 500])('a %i is an answer', async (status) => {
  fetched.mockResolvedValue(answer(status));
  expect(await outcome()).toBeInstanceOf(CallError);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('without a connection there is no use in trying again', async () => {
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
  [new TypeError('a fault of ours'), false],
])('%s may pass: %s', (error, expected) => {
  expect(mayPass(error)).toBe(expected);
});

test('ids are made on origins that are not secure too', () => {
  const real = crypto;
  vi.stubGlobal('crypto', {
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => real.getRandomValues(bytes),
  });
  expect(newId()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
