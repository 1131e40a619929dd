import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aDeck } from '../../state/deck.fixture.ts';
import { createFeedStore, type FeedStore } from '../../state/feed-store.ts';
import { createPaging } from './paging.ts';

/** Longer than the tries at once and the pause after them. */
const RETRIED_MS = 10_000;

let requests: number;
let answer: () => Promise<Response>;
let page: EventTarget & { hidden: boolean };
let store: FeedStore;
let stop: () => void;

const noResponse = () => Promise.reject(new TypeError('No network'));
const refused = () =>
  Promise.resolve(Response.json({ code: 'suspended', message: 'No.', requestId: 'r' }, { status: 403 }));

function setVisible(isVisible: boolean): void {
  page.hidden = !isVisible;
  page.dispatchEvent(new Event('visibilitychange'));
}

async function start(): Promise<void> {
  stop = createPaging(store).start();
  await vi.advanceTimersByTimeAsync(RETRIED_MS / 2);
}

beforeEach(() => {
  vi.useFakeTimers();
  requests = 0;
  answer = noResponse;
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { origin: 'https://zaps.test', pathname: '/home' });
  vi.stubGlobal('navigator', { onLine: false, userAgent: '' });
  vi.stubGlobal('fetch', (address: string) => {
    if (!address.includes('cursor=')) return Promise.resolve(new Response('{}'));
    requests += 1;
    return answer();
  });
  store = createFeedStore(aDeck('a', 'more'));
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('reads a missing page again until it is there', async () => {
  await start();
  expect(store.get().isPageMissing).toBe(true);
  answer = () => Promise.resolve(new Response('[]'));
  await vi.advanceTimersByTimeAsync(RETRIED_MS);
  expect([store.get().isPageMissing, store.get().deck.cursor]).toEqual([false, null]);
});

test('waits in a hidden tab, and goes on when it is shown', async () => {
  await start();
  setVisible(false);
  const asked = requests;
  await vi.advanceTimersByTimeAsync(RETRIED_MS);
  expect(requests).toBe(asked);
  setVisible(true);
  expect(requests).toBe(asked + 1);
});

test('does not repeat a refused request by itself', async () => {
  answer = refused;
  await start();
  await vi.advanceTimersByTimeAsync(RETRIED_MS);
  expect([requests, store.get().isPageMissing]).toEqual([1, true]);
});
