import type { CurrentUser } from '@zapdeck/contract/auth';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../testing/fake-storages.ts';

const person = (id: string, isGuest = false) => ({ id, isGuest }) as CurrentUser;
const MARK = 'zapdeck.signed-in';

let asked: ((user: CurrentUser | null) => void)[];
let page: EventTarget;
let kept: Map<string, string>;

beforeEach(() => {
  asked = [];
  page = new EventTarget();
  const memory = memoryStorage();
  kept = memory.kept;
  vi.stubGlobal('localStorage', memory.storage);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('fetch', () => {
    const answer = (user: CurrentUser | null) => Response.json(user, { status: user ? 200 : 401 });
    return new Promise<Response>((resolve) => asked.push((user) => resolve(answer(user))));
  });
  vi.resetModules();
});
afterEach(() => vi.resetModules());

/** The page of a person whom the server has just named. */
async function opened(user: CurrentUser) {
  const session = await import('./session.ts');
  session.watchSession();
  asked[0]?.(user);
  await vi.waitFor(() => expect(session.knownUser()).toEqual(user));
  return session;
}

test('a guest who signs up in another tab is a guest in this one no more', async () => {
  const { knownUser } = await opened(person('a', true));
  kept.set(MARK, JSON.stringify(person('a')));
  page.dispatchEvent(Object.assign(new Event('storage'), { key: MARK }));
  asked[1]?.(person('a'));
  await vi.waitFor(() => expect(knownUser()).toEqual(person('a')));
});

test('what another tab has learnt is asked for anew, whatever was asked before', async () => {
  const { knownUser, refreshSession } = await opened(person('a', true));
  void refreshSession();
  kept.set(MARK, JSON.stringify(person('a')));
  page.dispatchEvent(Object.assign(new Event('storage'), { key: MARK }));
  asked[1]?.(person('a', true));
  asked[2]?.(person('a'));
  await vi.waitFor(() => expect(knownUser()).toEqual(person('a')));
  expect(kept.get(MARK)).toBe(JSON.stringify(person('a')));
});

test.each([
  ['in', 'b', null],
  ['out', undefined, person('a')],
] as const)('an answer of before somebody signed %s changes nothing', async (way, id, late) => {
  const { knownUser, refreshSession, startSession, endSession } = await opened(person('a'));
  const earlier = refreshSession();
  if (way === 'in') startSession(person('b'));
  else endSession();
  asked[1]?.(late);
  await earlier;
  expect(knownUser()?.id).toBe(id);
});

test('whoever signs in is confirmed by an answer of after that', async () => {
  const { knownUser, refreshSession, startSession } = await opened(person('a'));
  void refreshSession();
  startSession(person('b'));
  asked[2]?.({ ...person('b'), firstName: 'Bo' });
  await vi.waitFor(() => expect(knownUser()?.firstName).toBe('Bo'));
});
