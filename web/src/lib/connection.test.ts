import { beforeEach, expect, test, vi } from 'vitest';
import { checkConnection } from './connection.ts';

const fetchServer = vi.fn<typeof fetch>();

beforeEach(() => {
  fetchServer.mockReset();
  vi.stubGlobal('fetch', fetchServer);
  vi.stubGlobal('navigator', { onLine: true });
});

test('any answer of the server shows that there is a connection', async () => {
  fetchServer.mockResolvedValue(new Response('', { status: 503 }));
  expect(await checkConnection()).toBe(true);
});

test('a server that cannot be reached shows that there is none, whatever the browser believes', async () => {
  fetchServer.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await checkConnection()).toBe(false);
});

test('without a network nothing is asked', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(await checkConnection()).toBe(false);
  expect(fetchServer).not.toHaveBeenCalled();
});

test('a network that goes while the answer is on its way is gone', async () => {
  fetchServer.mockImplementation(async () => {
    vi.stubGlobal('navigator', { onLine: false });
    return new Response('');
  });
  expect(await checkConnection()).toBe(false);
});

test('several askers at once share one question', async () => {
  fetchServer.mockResolvedValue(new Response(''));
  expect(await Promise.all([checkConnection(), checkConnection()])).toEqual([true, true]);
  expect(fetchServer).toHaveBeenCalledTimes(1);
});
