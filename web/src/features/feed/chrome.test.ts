import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startChrome } from './chrome.ts';
import { aDeck } from './deck/deck.fixture.ts';
import { createFeedStore } from './store/feed-store.ts';

function anElement(): HTMLElement {
  return Object.assign(new EventTarget(), { dataset: {} }) as unknown as HTMLElement;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the name of an app stands until the app is in sight, and two seconds more', () => {
  const store = createFeedStore(aDeck('ab'));
  const root = anElement();
  const stop = startChrome(store, root);
  const isAway = () => root.dataset['chrome'] === 'away';

  vi.advanceTimersByTime(60_000);
  root.dispatchEvent(new Event('pointerdown'));
  vi.advanceTimersByTime(60_000);
  expect(isAway()).toBe(false);

  store.set({ shownSeq: store.get().deck.seq });
  vi.advanceTimersByTime(1_999);
  expect(isAway()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isAway()).toBe(true);

  root.dispatchEvent(new Event('pointerdown'));
  expect(isAway()).toBe(false);
  vi.advanceTimersByTime(2_000);
  expect(isAway()).toBe(true);

  store.dispatch({ type: 'forward', decision: 'zap' });
  vi.advanceTimersByTime(60_000);
  expect(isAway()).toBe(false);
  stop();
});

test('on the end card, which nobody waits for, it stands for two seconds', () => {
  const store = createFeedStore(aDeck('a'));
  store.dispatch({ type: 'forward', decision: 'zap' });
  const root = anElement();
  const stop = startChrome(store, root);
  vi.advanceTimersByTime(2_000);
  expect(root.dataset['chrome']).toBe('away');
  stop();
});
