import { afterEach, expect, test, vi } from 'vitest';
import { askServer } from './ask-server.ts';

const navigation = new Request('http://localhost/liked');
const fetched = vi.fn<typeof fetch>();
afterEach(() => fetched.mockReset());

test('returns the response of the navigation preload', async () => {
  vi.stubGlobal('fetch', fetched);
  const answer = new Response('a page');
  expect(await askServer(navigation, Promise.resolve(answer))).toBe(answer);
  expect(fetched).not.toHaveBeenCalled();
});

test('fetches from the server without a navigation preload', async () => {
  const answer = new Response('a page');
  vi.stubGlobal('fetch', fetched.mockResolvedValue(answer));
  expect(await askServer(navigation, Promise.resolve(undefined))).toBe(answer);
});

test.each([
  ['rejects, as in Chromium', () => Promise.reject(new TypeError('network error'))],
  ['resolves with an error, as in Firefox', () => Promise.resolve(Response.error())],
])('fails if the navigation preload fails without a network: %s', async (_, askAhead) => {
  vi.stubGlobal('fetch', fetched);
  await expect(askServer(navigation, askAhead())).rejects.toThrow(TypeError);
  expect(fetched).not.toHaveBeenCalled();
});
