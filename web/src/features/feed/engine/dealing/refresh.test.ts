import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aDeck } from '../../state/deck.fixture.ts';
import { createFeedStore, type FeedStore } from '../../state/feed-store.ts';
import { startRefresh } from './refresh.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve));

/** Requests for new apps, oldest first. The test answers them. */
let asked: PromiseWithResolvers<Response>[];
/** Number of requests for the apps of the deck. */
let refreshes: number;
let store: FeedStore;
let page: EventTarget & { hidden: boolean };

function setVisible(isVisible: boolean): void {
  page.hidden = !isVisible;
  page.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  asked = [];
  refreshes = 0;
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { onLine: false, userAgent: '' });
  vi.stubGlobal('fetch', (address: string) => {
    if (!address.includes('cursor=')) {
      refreshes += 1;
      return Promise.resolve(new Response('[]'));
    }
    const answer = Promise.withResolvers<Response>();
    asked.push(answer);
    return answer.promise;
  });
  store = createFeedStore(aDeck('a', 'more'));
});

test('waits for the newest request after the end card was left and opened again', async () => {
  store = createFeedStore(aDeck('a'));
  const stop = startRefresh(store, false);
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

describe('polling', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('starts after 30 seconds on a new deck, and stops with it', async () => {
    const stop = startRefresh(store, false);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(refreshes).toBe(0);
    await vi.advanceTimersByTimeAsync(31_500);
    expect(refreshes).toBe(2);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(refreshes).toBe(2);
  });

  test('starts at once on a deck that is reopened, also within 30 seconds', async () => {
    startRefresh(store, false)();
    await vi.advanceTimersByTimeAsync(1_000);
    const stop = startRefresh(store, true);
    await vi.advanceTimersByTimeAsync(0);
    expect(refreshes).toBe(1);
    stop();
  });

  test('pauses in a hidden tab, and runs at once when the tab is shown after 30 seconds', async () => {
    const stop = startRefresh(store, false);
    setVisible(false);
    await vi.advanceTimersByTimeAsync(65_000);
    expect(refreshes).toBe(0);
    setVisible(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(refreshes).toBe(1);
    setVisible(false);
    await vi.advanceTimersByTimeAsync(10_000);
    setVisible(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(refreshes).toBe(1);
    stop();
  });
});
