import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aDeck } from '../deck/deck.fixture.ts';
import { createFeedStore, type FeedStore } from '../store/feed-store.ts';
import { startFocusGuard } from './focus-guard.ts';

class FakeElement extends EventTarget {
  isConnected = true;
  focus = vi.fn();
}

let store: FeedStore;
let root: FakeElement;
let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('HTMLElement', FakeElement);
  vi.stubGlobal('HTMLIFrameElement', class extends FakeElement {});
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hasFocus: () => true, activeElement: null }));
  root = new FakeElement();
  store = createFeedStore(aDeck('ab'));
});
afterEach(() => void vi.useRealTimers());

test('the focus that an app has taken comes back', () => {
  startFocusGuard(store, root as unknown as HTMLElement);
  page.dispatchEvent(new Event('blur'));
  vi.runAllTimers();
  expect(root.focus).toHaveBeenCalledTimes(1);
});

test('but not any more once the screen has gone', () => {
  const stop = startFocusGuard(store, root as unknown as HTMLElement);
  page.dispatchEvent(new Event('blur'));
  stop();
  vi.runAllTimers();
  expect(root.focus).not.toHaveBeenCalled();
});
