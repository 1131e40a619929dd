import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { memoryStorage } from '../../testing/fake-storages.ts';
import { afterChanges, hiddenQueue, knownHidden, sendHidden, setHidden } from './hidden.ts';
import { queryClient } from '../query-client.ts';
import { endSession, startSession } from '../session.ts';

const user = { id: 'u', isGuest: false } as Parameters<typeof startSession>[0];
const games = { kind: 'category', value: 'Games', name: 'Games' } as const;
const news = { kind: 'category', value: 'News', name: 'News' } as const;

/** Requests to the server, and its responses in order: a status, or null for no response. */
let asked: string[];
let answers: (number | null)[];
/** Entries that the server has stored. */
let stored: Set<string>;

beforeEach(() => {
  asked = [];
  answers = [];
  stored = new Set();
  queryClient.clear();
  endSession();
  vi.stubGlobal('localStorage', memoryStorage().storage);
  vi.stubGlobal('location', { origin: 'https://zaps.test', pathname: '/home' });
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    if (address !== '/api/user/hidden') return Response.json(user);
    if (method === 'GET')
      return Response.json(
        [...stored].map((value) => ({ ...games, value, name: value, createdAt: '2026-01-01' })),
      );
    const { value } = JSON.parse(body as string) as { value: string };
    asked.push(`${method} ${value}`);
    const status = answers.length > 0 ? answers.shift() : 204;
    if (status === null) throw new TypeError('No network');
    if (status !== 204)
      return Response.json({ code: 'hidden_full', message: 'Too many.' }, { status: status ?? 500 });
    if (method === 'PUT') stored.add(value);
    else stored.delete(value);
    return new Response(null, { status: 204 });
  });
  startSession(user);
});

const known = () => knownHidden().map(({ value }) => value);
const waiting = () => hiddenQueue.waiting('u').map(({ value, isHidden }) => `${value} ${isHidden}`);

test('hides at once, and stays hidden once the server has confirmed it', async () => {
  const outcome = setHidden('u', games, true);
  expect(known()).toEqual(['Games']);
  expect(await outcome).toBe('saved');
  expect([known(), waiting(), asked]).toEqual([['Games'], [], ['PUT Games']]);
});

test('is still known after an hour without a screen that lists it', async () => {
  const defaults = queryClient.getDefaultOptions();
  // The default of browsers. Outside of them, nothing is ever collected.
  queryClient.setDefaultOptions({ queries: { ...defaults.queries, gcTime: 300_000 } });
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    queryClient.setDefaultOptions(defaults);
  });
  await setHidden('u', games, true);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(known()).toEqual(['Games']);
});

test('waits without a connection, and is later sent in its last state', async () => {
  answers = [null, null, null];
  expect(await setHidden('u', games, true)).toBe('later');
  expect(await setHidden('u', news, true)).toBe('later');
  expect(await setHidden('u', games, false)).toBe('later');
  expect([known(), waiting()]).toEqual([['News'], ['News true', 'Games false']]);
  asked = [];
  await sendHidden('u');
  expect([asked, known(), waiting()]).toEqual([['PUT News', 'DELETE Games'], ['News'], []]);
});

test('keeps the other changes for later if the first one does not arrive', async () => {
  answers = [null, null, null];
  await setHidden('u', games, true);
  await setHidden('u', news, true);
  await sendHidden('u');
  expect(asked).toEqual(['PUT Games', 'PUT News', 'PUT Games']);
  expect(waiting()).toEqual(['Games true', 'News true']);
});

test('sends the other changes after a refused one', async () => {
  answers = [null, null, 409];
  await setHidden('u', games, true);
  await setHidden('u', news, true);
  await sendHidden('u');
  expect([known(), waiting(), [...stored]]).toEqual([['News'], [], ['News']]);
});

test('is undone if the server refuses it', async () => {
  answers = [409];
  await expect(setHidden('u', games, true)).rejects.toMatchObject({ code: 'hidden_full' });
  expect([known(), waiting()]).toEqual([[], []]);
});

test('only the last of two quick changes counts', async () => {
  const outcomes = [setHidden('u', games, true), setHidden('u', games, false)];
  expect(await Promise.all(outcomes)).toEqual(['saved', 'saved']);
  expect(asked.at(-1)).toBe('DELETE Games');
  expect([known(), waiting(), stored.size]).toEqual([[], [], 0]);
});

test('sends the later choice of another tab, not the earlier one of this tab', async () => {
  answers = [null];
  await setHidden('u', games, true);
  hiddenQueue.keep('u', { ...games, isHidden: false });
  expect(known()).toEqual([]);
  await sendHidden('u');
  expect([asked, waiting(), stored.size]).toEqual([['PUT Games', 'DELETE Games'], [], 0]);
});

test('keeps the choice that another tab stores during a request of this tab', async () => {
  const outcome = setHidden('u', games, true);
  await vi.waitFor(() => expect(asked).toEqual(['PUT Games']));
  hiddenQueue.keep('u', { ...games, isHidden: false });
  await outcome;
  expect([known(), waiting()]).toEqual([[], ['Games false']]);
});

test('belongs to the signed-in user', async () => {
  expect(await setHidden('other', games, true)).toBe('ignored');
  expect([asked, known()]).toEqual([[], []]);
});

test('lists each value once', () => {
  const listed = { ...games, createdAt: '2026-01-01' };
  expect(afterChanges([listed], [{ ...games, isHidden: true }])).toEqual([listed]);
  expect(afterChanges([listed], [{ ...games, isHidden: false }])).toEqual([]);
});
