import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hiddenQueue, setHidden } from '../../../../lib/pending/hidden.ts';
import type { NamedHidden } from '../../../../lib/hidden-name.ts';
import { queryClient } from '../../../../lib/query-client.ts';
import { endSession, startSession } from '../../../../lib/session.ts';
import { anApp } from '../../../../testing/an-app.ts';
import { memoryStorage } from '../../../../testing/fake-storages.ts';
import { cardId, createDeck, currentCard, nextCard } from '../../state/deck.ts';
import { createFeedStore, type FeedStore } from '../../state/feed-store.ts';
import { createHiddenCards } from './hidden-cards.ts';

const user = { id: 'u', isGuest: false } as Parameters<typeof startSession>[0];
const news = { kind: 'category', value: 'News', name: 'News' } as const;
/** Returns apps of games for lower-case letters, and of news for upper-case letters. */
const appsOf = (ids: string) =>
  [...ids].map((id) => anApp(id, { category: id === id.toUpperCase() ? 'News' : 'Games' }));

let store: FeedStore;
let start: () => () => void;
let stop: () => void;
const front = () => currentCard(store.get().deck);
const order = () =>
  store
    .get()
    .deck.apps.map(({ id }) => id)
    .join('');
const pass = () => store.dispatch({ type: 'forward', decision: 'pass' });

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage().storage);
  vi.stubGlobal('location', { origin: 'https://zaps.test', pathname: '/home' });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  // Requests stay pending, so that tests see what the device does without a response.
  vi.stubGlobal('fetch', () => Promise.withResolvers<Response>().promise);
  queryClient.clear();
  startSession(user);
});
afterEach(() => {
  stop();
  endSession();
});

function open(ids: string, cursor: string | null = 'next'): void {
  store = createFeedStore(createDeck('best', { apps: appsOf(ids), cursor, endCursor: null }));
  ({ start } = createHiddenCards({ store, currentCard, leaveCard: pass }));
  stop = start();
}

const hide = (item: NamedHidden) => void setHidden('u', item, true);
const showAgain = (item: NamedHidden) => void setHidden('u', item, false);

describe('hiding', () => {
  test('moves on to the next card that is not hidden', () => {
    open('aBCdE');
    pass();
    hide(news);
    expect([order(), front()]).toMatchObject(['aBd', { id: 'd' }]);
    expect(store.get().deck.isThinned).toBe(true);
  });

  test('takes no card out of a deck without such cards', () => {
    open('abc');
    hide(news);
    expect(store.get().deck.isThinned).toBe(false);
  });

  test('keeps a front card that is not hidden, and removes those ahead', () => {
    open('aBcD');
    hide(news);
    expect([order(), front(), nextCard(store.get().deck)]).toMatchObject(['ac', { id: 'a' }, { id: 'c' }]);
  });

  test('removes cards of a page that was under way', () => {
    open('ab');
    hide(news);
    store.dispatch({ type: 'append', apps: appsOf('Cd'), cursor: null, endCursor: 'end' });
    expect(order()).toBe('abd');
  });

  test('leaves none of them for the next round', () => {
    open('Ab', null);
    pass();
    hide(news);
    pass();
    expect(cardId(front() ?? 'end')).toBe('end');
    expect(order()).toBe('b');
  });
});

test('waiting changes are read again for a new page, but not for a vote', async () => {
  open('ab');
  hiddenQueue.keep('u', { ...news, isHidden: true });
  const read = vi.spyOn(localStorage, 'getItem');
  store.dispatch({ type: 'patch', id: 'a', change: { upvotes: 1 } });
  const readsOfVote = read.mock.calls.length;
  store.dispatch({ type: 'append', apps: appsOf('c'), cursor: null, endCursor: 'end' });
  expect([readsOfVote, read.mock.calls.length > readsOfVote]).toEqual([1, true]);
});

describe('showing again', () => {
  test('brings the hidden card back to the front if nothing was decided since', () => {
    open('aBCd');
    pass();
    hide(news);
    showAgain(news);
    expect(front()).toMatchObject({ id: 'B' });
    expect([...order()].toSorted().join('')).toBe('BCad');
    expect(store.get().deck.isThinned).toBe(false);
  });

  test('does not move the front card after another decision', () => {
    open('aBCde');
    pass();
    hide(news);
    pass();
    showAgain(news);
    expect(front()).toMatchObject({ id: 'e' });
    expect(order().slice(order().indexOf('e'))).toBe('eC');
  });

  test('brings the cards back if it happened on another screen', () => {
    open('aBcD');
    hide(news);
    stop();
    showAgain(news);
    stop = start();
    expect([order(), front()]).toMatchObject(['acBD', { id: 'a' }]);
  });
});
