import { beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../testing/fake-storages.ts';
import { queryClient } from '../query-client.ts';
import { endSession, startSession } from '../session.ts';
import { forgetTaste, sendTaste, setLess, tasteQueue } from './taste.ts';

const user = { id: 'u', isGuest: false } as Parameters<typeof startSession>[0];
const cover = (id: string) => ({ id, title: id, category: 'Games', picture: null, colour: null });
const [cube, piano] = [cover('cube'), cover('piano')];

/** Requests to the server, and its responses in order: a status, or null for no response. */
let asked: string[];
let answers: (number | null)[];
let senders: Set<unknown>;

beforeEach(() => {
  asked = [];
  answers = [];
  senders = new Set();
  queryClient.clear();
  endSession();
  vi.stubGlobal('localStorage', memoryStorage().storage);
  vi.stubGlobal('location', { origin: 'https://zaps.test', pathname: '/home' });
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    if (address !== '/api/user/taste') return Response.json(user);
    const { appId, less, userId } = JSON.parse(body as string) as {
      appId?: string;
      less?: boolean;
      userId?: string;
    };
    senders.add(userId);
    asked.push([method, appId, less].filter((part) => part !== undefined).join(' '));
    const status = answers.length > 0 ? answers.shift() : 204;
    if (status === null) throw new TypeError('No network');
    if (status === 204) return new Response(null, { status });
    return Response.json({ code: 'app_not_found', message: 'Gone.' }, { status: status ?? 500 });
  });
  startSession(user);
});

const waiting = () => tasteQueue.waiting('u').map(({ id, less }) => `${id} ${less}`);

test('is saved, and nothing waits', async () => {
  expect(await setLess('u', cube, true)).toBe('saved');
  expect([asked, waiting()]).toEqual([['POST cube true'], []]);
});

test('waits without a connection, and is later sent in its last state', async () => {
  answers = [null, null, null];
  for (const [app, less] of [
    [cube, true],
    [piano, true],
    [cube, false],
  ] as const)
    expect(await setLess('u', app, less)).toBe('later');
  asked = [];
  await sendTaste('u');
  expect([asked, waiting()]).toEqual([['POST piano true', 'POST cube false'], []]);
});

test('keeps the other changes for later if the first one does not arrive', async () => {
  answers = [null, null, null];
  await setLess('u', cube, true);
  await setLess('u', piano, true);
  await sendTaste('u');
  expect(asked).toEqual(['POST cube true', 'POST piano true', 'POST cube true']);
  expect(waiting()).toEqual(['cube true', 'piano true']);
});

test('is dropped if the server refuses it', async () => {
  answers = [404];
  await expect(setLess('u', cube, true)).rejects.toThrow('Gone.');
  expect(waiting()).toEqual([]);
});

test('is ignored for another user', async () => {
  expect(await setLess('another user', cube, true)).toBe('ignored');
  expect(asked).toEqual([]);
});

test('deleting the taste drops waiting changes', async () => {
  answers = [null];
  await setLess('u', cube, true);
  await forgetTaste('u');
  expect([asked, waiting()]).toEqual([['POST cube true', 'DELETE'], []]);
  expect([...senders]).toEqual(['u']);
});

test('sends only the last of several quick changes', async () => {
  const outcomes = [true, false, true].map((less) => setLess('u', cube, less));
  expect(await Promise.all(outcomes)).toEqual(['saved', 'saved', 'saved']);
  expect([asked, waiting()]).toEqual([['POST cube true'], []]);
});

test('a change during the deletion of the taste is sent after it', async () => {
  const deletion = forgetTaste('u');
  const change = setLess('u', cube, true);
  await Promise.all([deletion, change]);
  expect([asked, waiting()]).toEqual([['DELETE', 'POST cube true'], []]);
});

test('a change without a connection during the deletion of the taste waits', async () => {
  answers = [204, null];
  const deletion = forgetTaste('u');
  expect(await setLess('u', cube, true)).toBe('later');
  await deletion;
  expect(waiting()).toEqual(['cube true']);
});
