import { beforeEach, expect, test, vi } from 'vitest';
import { createFeedStore, type FeedStore } from '../../state/feed-store.ts';
import { aDeck } from '../../state/deck.fixture.ts';
import { startRefresh } from './refresh.ts';

const host = { votedSince: () => new Set<string>(), onRefreshed: () => {}, isReopened: false };
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** What was asked of the server about new apps, oldest first; each is answered by the test. */
let asked: PromiseWithResolvers<Response>[];
let store: FeedStore;

beforeEach(() => {
  asked = [];
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('navigator', { onLine: false, userAgent: '' });
  vi.stubGlobal('fetch', (address: string) => {
    if (!address.includes('cursor=')) return Promise.resolve(new Response('[]'));
    const answer = Promise.withResolvers<Response>();
    asked.push(answer);
    return answer.promise;
  });
  store = createFeedStore(aDeck('a'));
});

test('whoever comes back to the end asks again, and waits for that answer alone', async () => {
  const stop = startRefresh(store, host);
  store.dispatch({ type: 'forward', decision: 'pass' });
  store.dispatch({ type: 'undo' });
  store.dispatch({ type: 'forward', decision: 'pass' });
  expect(asked).toHaveLength(2);
  expect(store.get().deck.end).toBe('asked');
  asked[0]?.reject(new Error('the line broke'));
  await settle();
  expect(store.get().deck.end).toBe('asked');
  asked[1]?.reject(new Error('the line broke'));
  await settle();
  expect(store.get().deck.end).toBe('answered');
  stop();
});
