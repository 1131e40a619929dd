import { reportError } from '@zapdeck/contract/instance/error-logs';
import { beforeEach, expect, test, vi } from 'vitest';
import { CallError, ConnectionError } from './call.ts';
import { reportFailedAction, reportFailedRead } from './failures.ts';

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true, userAgent: 'Test' });
  vi.stubGlobal('location', { origin: 'https://zaps.example.org', pathname: '/liked' });
});

/** Returns the paths of the requests that follow a failure. */
async function requestsAfter(fail: () => void, { isUp }: { isUp: boolean }): Promise<string[]> {
  const paths: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path);
    if (!isUp) throw new TypeError('Failed to fetch');
    return new Response('{}');
  });
  fail();
  // Reports are sent after the last of these.
  await new Promise((resolve) => setImmediate(resolve));
  return paths;
}

const lost = new ConnectionError('lost');

test.each([
  ['an action', () => reportFailedAction('like', lost)],
  ['a read', () => reportFailedRead('apps', lost)],
])('reports the failure of %s only if the server can be reached', async (_what, fail) => {
  expect(await requestsAfter(fail, { isUp: false })).toEqual(['/healthz']);
  expect(await requestsAfter(fail, { isUp: true })).toEqual(['/healthz', reportError.path]);
});

test('reports faults of the server, but no refusals', async () => {
  const answered = (status: number) => () => reportFailedRead('apps', new CallError(status, '', undefined));
  expect(await requestsAfter(answered(500), { isUp: true })).toEqual([reportError.path]);
  expect(await requestsAfter(answered(404), { isUp: true })).toEqual([]);
});
