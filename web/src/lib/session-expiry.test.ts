import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each([
  ['the current screen', '/submit', '?url=1', '/submit?url=1'],
  // Another tab found the session expired, so this one has left its card for the landing page.
  ['the card that was left', '/landing', '?returnTo=%2Fhome%3Fapp%3D1', '/home?app=1'],
])('leads from an expired session to the login, and back to %s', async (_, pathname, search, returnTo) => {
  vi.useFakeTimers();
  const assign = vi.fn();
  vi.stubGlobal('location', { pathname, search, assign });
  vi.stubGlobal('addEventListener', () => undefined);
  const { CallError } = await import('./call.ts');
  const { handleExpiredSession } = await import('./session-expiry.ts');
  expect(handleExpiredSession(new CallError(401, 'Unauthorized', undefined))).toBe(true);
  vi.advanceTimersByTime(500);
  expect(assign.mock.calls).toEqual([[`/api/login?returnTo=${encodeURIComponent(returnTo)}`]]);
});
