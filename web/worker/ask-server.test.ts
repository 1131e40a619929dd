import { afterEach, expect, test, vi } from 'vitest';
import { askServer } from './ask-server.ts';

const navigation = new Request('http://localhost/liked');
const fetched = vi.fn<typeof fetch>();
afterEach(() => fetched.mockReset());

test('what was asked ahead is not asked again', async () => {
  vi.stubGlobal('fetch', fetched);
  const answer = new Response('a page');
  expect(await askServer(navigation, Promise.resolve(answer))).toBe(answer);
  expect(fetched).not.toHaveBeenCalled();
});

test('where nothing is asked ahead, the server is asked now', async () => {
  const answer = new Response('a page');
  vi.stubGlobal('fetch', fetched.mockResolvedValue(answer));
  expect(await askServer(navigation, Promise.resolve(undefined))).toBe(answer);
});

test.each([
  ['rejects, as in Chromium', () => Promise.reject(new TypeError('network error'))],
  ['resolves with an error, as in Firefox', () => Promise.resolve(Response.error())],
])('without a network, asked ahead: %s', async (_, askAhead) => {
  vi.stubGlobal('fetch', fetched);
  await expect(askServer(navigation, askAhead())).rejects.toThrow(TypeError);
  expect(fetched).not.toHaveBeenCalled();
});
