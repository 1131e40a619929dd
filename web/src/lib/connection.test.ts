import { beforeEach, expect, test, vi } from 'vitest';
import { checkConnection } from './connection.ts';

const fetchServer = vi.fn<typeof fetch>();

beforeEach(() => {
  fetchServer.mockReset();
  vi.stubGlobal('fetch', fetchServer);
  vi.stubGlobal('navigator', { onLine: true });
});

test('is connected after any response of the server', async () => {
  fetchServer.mockResolvedValue(new Response('', { status: 503 }));
  expect(await checkConnection()).toBe(true);
});

test('is not connected if the server cannot be reached, even if the browser is online', async () => {
  fetchServer.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await checkConnection()).toBe(false);
});

test('sends no request without a network', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(await checkConnection()).toBe(false);
  expect(fetchServer).not.toHaveBeenCalled();
});

test('is not connected if the network is lost before the response', async () => {
  fetchServer.mockImplementation(async () => {
    vi.stubGlobal('navigator', { onLine: false });
    return new Response('');
  });
  expect(await checkConnection()).toBe(false);
});

test('shares one request between concurrent checks', async () => {
  fetchServer.mockResolvedValue(new Response(''));
  expect(await Promise.all([checkConnection(), checkConnection()])).toEqual([true, true]);
  expect(fetchServer).toHaveBeenCalledTimes(1);
});
