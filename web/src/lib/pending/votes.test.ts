import type { LikedApp } from '@zapdeck/contract/apps/apps';
import type { VoteType } from '@zapdeck/contract/feed/votes';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { anApp } from '../../testing/an-app.ts';
import { memoryStorage } from '../../testing/fake-storages.ts';
import { likedAppsKey, likedPage } from './liked-apps.ts';
import { queryClient } from '../query-client.ts';
import { endSession, startSession } from '../session.ts';
import { isSavedLike, removeSavedLike, saveLike, savedLikes } from './saved-likes.ts';
import * as thisTab from './votes.ts';

const { castSavedLikes, dropVote, sendVotes, setVote } = thisTab;
const user = { id: 'u', isGuest: false } as Parameters<typeof startSession>[0];
const a = anApp('a');
const { locks } = navigator;

/** What the next request to the server does. `lost`: the vote is stored, and the response does not arrive. */
type Line = 'ok' | 'away' | 'lost' | 'busy' | 'refused';

/** Votes that the server has stored, by app. */
let stored: Map<string, VoteType>;
let sent: string[];
let line: Line[];
let signedIn: typeof user;

async function receive(_: string, { body }: RequestInit): Promise<Response> {
  const { appId, voteType, mode } = JSON.parse(body as string) as {
    appId: string;
    voteType: VoteType;
    mode: string;
  };
  const now = line.shift() ?? 'ok';
  sent.push(`${mode} ${voteType} ${appId}`);
  await Promise.resolve();
  if (now === 'away') throw new TypeError('No network');
  if (now === 'busy') return Response.json({ code: 'busy', message: 'Busy.' }, { status: 503 });
  if (now === 'refused') return Response.json({ code: 'app_not_found', message: 'Gone.' }, { status: 404 });
  if (mode === 'cast') stored.set(appId, voteType);
  else if (stored.get(appId) === voteType) stored.delete(appId);
  if (now === 'lost') throw new TypeError('No network');
  const vote = stored.get(appId);
  const userVote = vote ? { voteType: vote, userId: 'u' } : null;
  return Response.json({ message: '', userVote, upvotes: 1, downvotes: 0 });
}

beforeEach(() => {
  stored = new Map();
  sent = [];
  line = [];
  signedIn = user;
  queryClient.clear();
  endSession();
  vi.stubGlobal('localStorage', memoryStorage().storage);
  vi.stubGlobal('location', { origin: 'https://zaps.test', pathname: '/home', href: '' });
  // Tabs wait for each other by these locks.
  vi.stubGlobal('navigator', { onLine: false, userAgent: '', locks });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    address === '/api/votes' ? receive(address, init) : Promise.resolve(Response.json(signedIn)),
  );
  startSession(user);
});
afterEach(endSession);

const waiting = () => savedLikes('u').map(({ appId, mode, voteType }) => `${mode} ${voteType} ${appId}`);

describe('a vote that fails', () => {
  test.each(['away', 'busy'] as const)('waits if the server is %s, and is sent later', async (now) => {
    line = [now];
    expect(await setVote('u', a, null, 'up')).toBe(false);
    expect(waiting()).toEqual(['cast up a']);
    await sendVotes('u');
    expect([waiting(), stored.get('a')]).toEqual([[], 'up']);
  });

  test('is dropped if the server refuses it', async () => {
    line = ['refused'];
    expect(await setVote('u', a, null, 'up')).toBe(false);
    expect(waiting()).toEqual([]);
  });

  test('is replaced by a newer vote from another list', async () => {
    line = ['away'];
    await setVote('u', a, null, 'up');
    await setVote('u', a, null, 'up');
    await setVote('u', a, 'up', null);
    await sendVotes('u');
    expect([waiting(), stored.get('a')]).toEqual([[], undefined]);
    expect(sent).toEqual(['cast up a', 'cast up a', 'retract up a']);
  });

  test('can be dropped', async () => {
    line = ['away'];
    await setVote('u', a, null, 'up');
    dropVote('u', 'a');
    await sendVotes('u');
    expect(sent).toEqual(['cast up a']);
  });
});

test('keeps the other votes for later if the connection is lost again', async () => {
  for (const id of 'abcdef') saveLike('u', anApp(id));
  line = ['away', 'away', 'away', 'away'];
  await sendVotes('u');
  expect(waiting()).toHaveLength(6);
  expect(sent).toHaveLength(4);
});

test('of quick votes on one app, the last counts', async () => {
  const results = [setVote('u', a, null, 'up'), setVote('u', a, 'up', null), setVote('u', a, null, 'down')];
  expect(await Promise.all(results)).toEqual([false, false, true]);
  expect([stored.get('a'), waiting()]).toEqual(['down', []]);
});

describe('the liked apps', () => {
  const responseOf = (ids: string) => ({
    data: [...ids].map((id) => ({ id }) as LikedApp),
    headers: new Headers({ 'x-total-count': String(ids.length) }),
  });
  const shown = (ids: string, askedAt: number, offset = 0) =>
    likedPage(responseOf(ids), offset, askedAt)
      .items.map(({ id }) => id)
      .join('');

  test('include a vote that is being sent, and one that was answered while they were read', async () => {
    const askedAt = performance.now();
    const vote = setVote('u', anApp('n'), null, 'up');
    expect([shown('ab', askedAt), shown('nab', askedAt), shown('c', askedAt, 2)]).toEqual([
      'nab',
      'nab',
      'c',
    ]);
    await vote;
    expect(shown('ab', askedAt)).toBe('nab');
    expect(shown('ab', performance.now() + 1)).toBe('ab');
  });

  test('change at once, and change back if the vote fails', async () => {
    const ids = () =>
      queryClient
        .getQueryData<{ pages: { items: { id: string }[] }[] }>(likedAppsKey)
        ?.pages[0]?.items.map(({ id }) => id);
    queryClient.setQueryData(likedAppsKey, { pages: [{ items: [anApp('b')], total: 1 }], pageParams: [0] });
    line = ['away'];
    const vote = setVote('u', a, null, 'up');
    expect(ids()).toEqual(['a', 'b']);
    await vote;
    expect(ids()).toEqual(['b']);
  });

  test.each(['ok', 'refused'] as const)(
    'of the next user stay unchanged after a response: %s',
    async (now) => {
      line = [now];
      const vote = setVote('u', a, null, 'up');
      signedIn = { ...user, id: 'next' };
      startSession(signedIn);
      const likes = { pages: [{ items: [a], total: 1 }], pageParams: [0] };
      queryClient.setQueryData(likedAppsKey, likes);
      await vote;
      expect(queryClient.getQueryData(likedAppsKey)).toEqual(likes);
    },
  );
});

test('a guest’s likes become votes of the account', async () => {
  for (const id of 'abc') saveLike('guest', anApp(id));
  removeSavedLike('guest', 'b');
  expect([isSavedLike('guest', 'a'), isSavedLike('guest', 'b')]).toEqual([true, false]);
  line = ['ok', 'refused'];
  expect(await castSavedLikes('guest', 'u')).toBe(1);
  expect([savedLikes('guest'), waiting(), [...stored.keys()]]).toEqual([[], [], ['a']]);
});

describe('random orders of votes, failures, reloads and two tabs', () => {
  // Otherwise, the next file would get the modules of the last tab.
  afterAll(() => void vi.resetModules());

  /** Returns numbers from 0 to 1 that depend on the seed only (mulberry32). */
  const randomOf = (seed: number) => {
    let state = seed * 0x9e3779b9;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
  };

  /** A page with modules of its own, as after a reload or in another tab. */
  const openTab = async () => {
    vi.resetModules();
    const [session, votes] = await Promise.all([import('../session.ts'), import('./votes.ts')]);
    session.startSession(user);
    return votes;
  };

  test.each(Array.from({ length: 40 }, (_, seed) => [seed + 1]))(
    'the last decision counts (seed %i)',
    async (seed) => {
      const random = randomOf(seed);
      const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
      const tabs = [await openTab(), await openTab()];
      const last = new Map<string, { before: VoteType | null; after: VoteType | null }>();
      const running: Promise<unknown>[] = [];
      for (let step = 0; step < 12; step += 1) {
        line = Array.from({ length: 6 }, () => pick<Line>(['ok', 'ok', 'away', 'lost', 'busy']));
        const at = random() < 0.5 ? 0 : 1;
        const tab = tabs[at] ?? thisTab;
        const action = random();
        if (action < 0.6) {
          const app = anApp(pick(['a', 'b']));
          if (tab.isVotePending(app.id)) continue;
          // Lists show what the server has, so this is what the user acts on.
          const before = stored.get(app.id) ?? null;
          const after = pick([null, 'up', 'down'] as const);
          if (after === before) continue;
          last.set(app.id, { before, after });
          running.push(tab.setVote('u', app, before, after));
        } else if (action < 0.75) {
          tabs[at] = await openTab();
        } else {
          running.push(tab.sendVotes('u'));
        }
        if (random() < 0.7) await Promise.all(running);
      }
      await Promise.all(running);
      line = [];
      for (const tab of tabs) await tab.sendVotes('u');
      for (const [id, { before, after }] of last) {
        if (after === null) expect(stored.get(id)).not.toBe(before);
        else expect(stored.get(id)).toBe(after);
      }
      expect(waiting()).toEqual([]);
    },
  );
});
