import type { LikedApp } from '@zapdeck/contract/apps';
import { expect, test, vi } from 'vitest';
import { anApp } from '../../../../testing/an-app.ts';
import { memoryStorage } from '../../../../testing/fake-storages.ts';
import { likedAppsKey, likedPage } from '../../../../lib/liked-apps.ts';
import { queryClient } from '../../../../lib/query-client.ts';
import { endSession, startSession } from '../../../../lib/session.ts';
import { aDeck } from '../../state/deck.fixture.ts';
import { createFeedStore } from '../../state/feed-store.ts';
import { showAsLiked } from '../../../../lib/unconfirmed-likes.ts';
import { voteOutbox } from '../../../../lib/vote-outbox.ts';
import { createVoting } from './voting.ts';

const user = { id: 'u', isGuest: false } as Parameters<typeof startSession>[0];
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
/** Waits long enough for a busy machine. */
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 5 });

test('sends each stored vote as it is at its turn', async () => {
  const votes: { body: { appId: string; mode: string }; answer: (response: Response) => void }[] = [];
  vi.stubGlobal('localStorage', memoryStorage().storage);
  vi.stubGlobal('location', { origin: 'https://zaps.test', pathname: '/home' });
  vi.stubGlobal('fetch', (address: string, { body }: RequestInit) => {
    if (address !== '/api/votes') return Promise.resolve(Response.json(user));
    return new Promise((answer) => votes.push({ body: JSON.parse(body as string), answer }));
  });
  const answered = (voteType: 'up' | null) =>
    Response.json({ message: '', userVote: voteType && { voteType, userId: 'u' }, upvotes: 1, downvotes: 0 });
  startSession(user);
  const outbox = voteOutbox('u');
  for (const appId of 'ab') outbox.keep({ appId, title: appId, voteType: 'up', mode: 'cast' });
  const store = createFeedStore(aDeck('ab'));
  const voting = createVoting(user, store);

  voting.sendUnsent();
  await until(() => expect(votes).toHaveLength(1));
  // While the first is on its way, the second is cast by hand, differently, and answered.
  voting.toggle(anApp('b'), 'down');
  await until(() => expect(votes).toHaveLength(2));
  votes[1]?.answer(answered(null));
  await until(() => expect(store.get().pending.size).toBe(1));
  votes[0]?.answer(answered('up'));
  await until(() => expect(outbox.unsent()).toEqual([]));
  await settle();
  expect(votes.map(({ body }) => `${body.appId} ${body.mode}`)).toEqual(['a cast', 'b cast']);
  endSession();
});

test('settles only its own app in the list of likes', async () => {
  vi.stubGlobal('localStorage', memoryStorage().storage);
  vi.stubGlobal('location', { origin: 'https://zaps.test', pathname: '/home' });
  const userVote = { voteType: 'up', userId: 'u' };
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      Response.json(address === '/api/votes' ? { message: '', userVote, upvotes: 1, downvotes: 0 } : user),
    ),
  );
  startSession(user);
  const store = createFeedStore(aDeck('ab'));
  const voting = createVoting(user, store);
  const listed = () => {
    const data = ['x', 'y'].map((id) => ({ id }) as LikedApp);
    return likedPage({ data, headers: new Headers({ 'x-total-count': '2' }) }, 0).items.map(({ id }) => id);
  };
  showAsLiked({ id: 'x' } as LikedApp, false);
  voting.like(anApp('a'));
  expect(listed()).toEqual(['a', 'y']);
  await until(() => expect(store.get().pending.size).toBe(0));
  expect(listed()).toEqual(['y']);
  endSession();
});

test.each([
  ['a late answer', () => Response.json({ message: '', userVote: null, upvotes: 0, downvotes: 0 })],
  ['a late refusal', () => Response.json({ code: 'app_not_found', message: 'Gone.' }, { status: 404 })],
])('%s leaves the likes of the next user as they are', async (_, answer) => {
  const answered = Promise.withResolvers<Response>();
  const next = { ...user, id: 'next' };
  vi.stubGlobal('localStorage', memoryStorage().storage);
  vi.stubGlobal('location', { origin: 'https://zaps.test', pathname: '/home' });
  vi.stubGlobal('fetch', (address: string) =>
    address === '/api/votes' ? answered.promise : Promise.resolve(Response.json(next)),
  );
  startSession(user);
  const store = createFeedStore(aDeck('ab'));
  createVoting(user, store).like(anApp('a'));
  startSession(next);
  const likes = { pages: [{ items: [anApp('a')], total: 1 }], pageParams: [0] };
  queryClient.setQueryData(likedAppsKey, likes);
  answered.resolve(answer());
  await until(() => expect(store.get().pending.size).toBe(0));
  expect(queryClient.getQueryData(likedAppsKey)).toEqual(likes);
  endSession();
});
