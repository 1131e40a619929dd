import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aDeck } from '../../state/deck.fixture.ts';
import { createFeedStore, type FeedStore } from '../../state/feed-store.ts';
import { startFocusGuard } from './focus-feed.ts';

class FakeElement extends EventTarget {
  isConnected = true;
  focus = vi.fn();
  blur = vi.fn();
}

let store: FeedStore;
let root: FakeElement;
let front: FakeElement;
let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('HTMLElement', FakeElement);
  vi.stubGlobal('HTMLIFrameElement', class extends FakeElement {});
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  front = new FakeElement();
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), {
      hasFocus: () => true,
      activeElement: null,
      querySelector: () => front,
    }),
  );
  root = new FakeElement();
  store = createFeedStore(aDeck('ab'));
});
afterEach(() => void vi.useRealTimers());

test('takes the focus back from an app', () => {
  startFocusGuard(store, root as unknown as HTMLElement);
  page.dispatchEvent(new Event('blur'));
  vi.runAllTimers();
  expect(root.focus).toHaveBeenCalledTimes(1);
});

test('does nothing after it was stopped', () => {
  const stop = startFocusGuard(store, root as unknown as HTMLElement);
  page.dispatchEvent(new Event('blur'));
  stop();
  vi.runAllTimers();
  expect(root.focus).not.toHaveBeenCalled();
});

describe('while an app is tried', () => {
  const loseFocusTo = (frame: FakeElement) => {
    const { seq } = store.get().deck;
    store.set({ loaded: [seq], tried: { seq, by: 'key' } });
    startFocusGuard(store, root as unknown as HTMLElement);
    Object.assign(document, { activeElement: frame });
    page.dispatchEvent(new Event('blur'));
    vi.runAllTimers();
  };

  test('leaves the focus to the app', () => {
    loseFocusTo(front);
    expect(root.focus).not.toHaveBeenCalled();
  });

  test('takes the focus back from the hidden next app', () => {
    loseFocusTo(new FakeElement());
    expect(root.focus).toHaveBeenCalledTimes(1);
  });
});
