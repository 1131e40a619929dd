import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import { pendingApps } from '@zapdeck/contract/moderation/pending-apps';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../testing/fake-storages.ts';

const person = (id: string, isGuest = false) => ({ id, isGuest }) as CurrentUser;
const MARK = 'zapdeck.signed-in';

let requests: ((user: CurrentUser | null) => void)[];
let page: EventTarget;
let kept: Map<string, string>;

beforeEach(() => {
  requests = [];
  page = new EventTarget();
  const memory = memoryStorage();
  kept = memory.kept;
  vi.stubGlobal('localStorage', memory.storage);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('fetch', () => {
    const answer = (user: CurrentUser | null) => Response.json(user, { status: user ? 200 : 401 });
    return new Promise<Response>((resolve) => requests.push((user) => resolve(answer(user))));
  });
  vi.resetModules();
});
afterEach(() => vi.resetModules());

/** Opens the page of a user, whom the server has confirmed. */
async function opened(user: CurrentUser) {
  const session = await import('./session.ts');
  session.watchSession();
  requests[0]?.(user);
  await vi.waitFor(() => expect(session.knownUser()).toEqual(user));
  return session;
}

test('notices the sign-up of a guest in another tab', async () => {
  const { knownUser } = await opened(person('a', true));
  kept.set(MARK, JSON.stringify(person('a')));
  page.dispatchEvent(Object.assign(new Event('storage'), { key: MARK }));
  requests[1]?.(person('a'));
  await vi.waitFor(() => expect(knownUser()).toEqual(person('a')));
});

test('reads a change in another tab with a new request, even during another one', async () => {
  const { knownUser, refreshSession } = await opened(person('a', true));
  void refreshSession();
  kept.set(MARK, JSON.stringify(person('a')));
  page.dispatchEvent(Object.assign(new Event('storage'), { key: MARK }));
  requests[1]?.(person('a', true));
  requests[2]?.(person('a'));
  await vi.waitFor(() => expect(knownUser()).toEqual(person('a')));
  expect(kept.get(MARK)).toBe(JSON.stringify(person('a')));
});

test.each([
  ['in', 'b', null],
  ['out', undefined, person('a')],
] as const)('ignores a response to a request before a sign-%s', async (way, id, late) => {
  const { knownUser, refreshSession, startSession, endSession } = await opened(person('a'));
  const earlier = refreshSession();
  if (way === 'in') startSession(person('b'));
  else endSession();
  requests[1]?.(late);
  await earlier;
  expect(knownUser()?.id).toBe(id);
});

test('confirms a sign-in with a response to a later request', async () => {
  const { knownUser, refreshSession, startSession } = await opened(person('a'));
  void refreshSession();
  startSession(person('b'));
  requests[2]?.({ ...person('b'), firstName: 'Bo' });
  await vi.waitFor(() => expect(knownUser()?.firstName).toBe('Bo'));
});

test.each([
  ['an admin', 'admin', 'forbidden', true],
  ['a member', 'member', 'forbidden', false],
  ['an admin', 'admin', 'app_not_found', false],
] as const)('after %s (%s) got %s, reads the user again: %s', async (_, role, code, isRead) => {
  const { knownUser } = await opened({ ...person('a'), role });
  const { call } = await import('./call.ts');
  const server = fetch;
  vi.stubGlobal('fetch', async () => Response.json({ code }, { status: 403 }));
  const refused = call(pendingApps, { query: { limit: 1 } });
  vi.stubGlobal('fetch', server);
  await expect(refused).rejects.toMatchObject({ code });
  expect(requests).toHaveLength(isRead ? 2 : 1);
  if (!isRead) return;
  requests[1]?.({ ...person('a'), role: 'member', missingFactor: 'enrol' });
  await vi.waitFor(() => expect(knownUser()?.missingFactor).toBe('enrol'));
});
