import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../../../../lib/session.ts';
import { anApp } from '../../../../testing/an-app.ts';
import { memoryStorage } from '../../../../testing/fake-storages.ts';
import { aDeck } from '../../state/deck.fixture.ts';
import { createFeedStore, type FeedStore } from '../../state/feed-store.ts';
import { createVoting, type Voting } from './voting.ts';

const user = { id: 'u', isGuest: false } as Parameters<typeof startSession>[0];

interface Asked {
  appId: string;
  voteType: string;
  mode: string;
  answer: (vote: 'up' | 'down' | null, upvotes: number, downvotes: number) => void;
  fail: (status: number) => void;
}

let asked: Asked[];
let store: FeedStore;
let voting: Voting;
let stop: () => void;

const app = (id = 'a') => store.get().deck.apps.find((other) => other.id === id) ?? anApp(id);
const state = () => [app().userVote?.voteType ?? null, app().upvotes, app().downvotes];
const requests = (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count));
const settled = () => vi.waitFor(() => expect(store.get().pending.size).toBe(0));

beforeEach(() => {
  asked = [];
  vi.stubGlobal('localStorage', memoryStorage().storage);
  vi.stubGlobal('location', { origin: 'https://zaps.test', pathname: '/home', href: '' });
  vi.stubGlobal('navigator', { onLine: false, userAgent: '' });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('fetch', (address: string, { body }: RequestInit = {}) => {
    if (address !== '/api/votes') return Promise.resolve(Response.json(user));
    const response = Promise.withResolvers<Response>();
    asked.push({
      ...(JSON.parse(body as string) as Pick<Asked, 'appId' | 'voteType' | 'mode'>),
      answer: (voteType, upvotes, downvotes) => {
        const userVote = voteType && { voteType, userId: 'u' };
        response.resolve(Response.json({ message: '', userVote, upvotes, downvotes }));
      },
      fail: (status) =>
        response.resolve(Response.json({ code: 'app_not_found', message: 'Gone.' }, { status })),
    });
    return response.promise;
  });
  startSession(user);
  store = createFeedStore(aDeck('ab'));
  store.dispatch({ type: 'patch', id: 'a', change: { upvotes: 3, downvotes: 1 } });
  voting = createVoting(user, store);
  stop = voting.start();
});
afterEach(() => {
  stop();
  endSession();
});

const voteOfUser = (voteType: 'up' | 'down') => ({ userVote: { voteType, userId: 'u' } });

test('shows a vote at once, then the counts of the response', async () => {
  voting.toggle(app(), 'up');
  expect(state()).toEqual(['up', 4, 1]);
  expect([...store.get().pending]).toEqual(['a']);
  await requests(1);
  expect(asked[0]).toMatchObject({ appId: 'a', voteType: 'up', mode: 'cast' });
  asked[0]?.answer('up', 9, 2);
  await settled();
  expect(state()).toEqual(['up', 9, 2]);
});

test('ignores a vote while another vote on the app is under way', async () => {
  voting.toggle(app(), 'up');
  expect(voting.toggle(app(), 'up')).toBe(false);
  await requests(1);
  asked[0]?.answer('up', 4, 1);
  await settled();
  expect(state()).toEqual(['up', 4, 1]);
});

test.each([503, 404])('rolls vote and counts back together after a %i', async (status) => {
  voting.toggle(app(), 'down');
  expect(state()).toEqual(['down', 3, 2]);
  await requests(1);
  asked[0]?.fail(status);
  await settled();
  expect(state()).toEqual([null, 3, 1]);
});

test('keeps newer counts in a rollback', async () => {
  voting.toggle(app(), 'up');
  store.dispatch({ type: 'patch', id: 'a', change: { upvotes: 9 } });
  await requests(1);
  asked[0]?.fail(503);
  await settled();
  expect(state()).toEqual([null, 8, 1]);
});

test('a like of an app that is shown as liked drops a retraction that waits', async () => {
  store.dispatch({ type: 'patch', id: 'a', change: voteOfUser('up') });
  voting.toggle(app(), 'up');
  await requests(1);
  asked[0]?.fail(503);
  await settled();
  expect(localStorage.getItem('zapdeck.votes.u')).toContain('retract');
  voting.like(app());
  expect(localStorage.getItem('zapdeck.votes.u')).toBeNull();
});

test('sends nothing for a like of a liked app', () => {
  store.dispatch({ type: 'patch', id: 'a', change: voteOfUser('up') });
  voting.like(app());
  expect([asked, store.get().pending.size]).toEqual([[], 0]);
});

describe('undo of a like', () => {
  test.each([
    [null, { voteType: 'up', mode: 'retract' }],
    ['down', { voteType: 'down', mode: 'cast' }],
  ] as const)('restores %s', async (before, expected) => {
    store.dispatch({ type: 'patch', id: 'a', change: voteOfUser('up') });
    voting.undoLike('a', before);
    expect(app().userVote?.voteType ?? null).toBe(before);
    await requests(1);
    expect(asked[0]).toMatchObject(expected);
    asked[0]?.answer(before, 3, 1);
    await settled();
  });

  test('waits until the like is stored, and shows it again if the undo fails', async () => {
    voting.like(app());
    await requests(1);
    voting.undoLike('a', null);
    expect(state()).toEqual([null, 3, 1]);
    asked[0]?.answer('up', 4, 1);
    await requests(2);
    expect(asked[1]).toMatchObject({ voteType: 'up', mode: 'retract' });
    asked[1]?.fail(503);
    await settled();
    expect(state()).toEqual(['up', 4, 1]);
  });

  test('does nothing if the vote has changed since', () => {
    store.dispatch({ type: 'patch', id: 'a', change: voteOfUser('down') });
    voting.undoLike('a', null);
    expect(asked).toEqual([]);
  });
});

test('shows a vote of another screen after the feed was covered', async () => {
  stop();
  voting.toggle(app(), 'up');
  await requests(1);
  asked[0]?.answer('up', 7, 1);
  await vi.waitFor(() => expect(localStorage.getItem('zapdeck.votes.u')).toBeNull());
  expect(state()).toEqual([null, 3, 1]);
  stop = voting.start();
  expect(state()).toEqual(['up', 7, 1]);
});
