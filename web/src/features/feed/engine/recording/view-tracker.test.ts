import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aDeck } from '../../state/deck.fixture.ts';
import { createFeedStore, type FeedStore } from '../../state/feed-store.ts';
import { VIEW_MS } from './recorder.ts';
import { createViewTracker } from './view-tracker.ts';

const view = vi.fn();
const nothing = () => {};
let store: FeedStore;
let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  view.mockReset();
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false, hasFocus: () => true }));
  store = createFeedStore(aDeck('ab'));
});
afterEach(() => void vi.useRealTimers());

function start() {
  return createViewTracker(store, {
    view,
    interaction: nothing,
    durations: nothing,
    flush: nothing,
    flushAtExit: nothing,
  }).start();
}

test('records a view after a second, also if the focus moved into the frame', () => {
  start();
  page.dispatchEvent(new Event('blur'));
  vi.advanceTimersByTime(VIEW_MS - 1);
  expect(view).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(view).toHaveBeenCalledExactlyOnceWith('a');
});

test('records nothing after it was stopped', () => {
  const stop = start();
  page.dispatchEvent(new Event('blur'));
  stop();
  vi.advanceTimersByTime(10 * VIEW_MS);
  expect(view).not.toHaveBeenCalled();
});
