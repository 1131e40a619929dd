import { beforeEach, describe, expect, test, vi } from 'vitest';
import { currentApp, currentCard } from '../../state/deck.ts';
import { aDeck, aPage } from '../../state/deck.fixture.ts';
import { createFeedStore, type FeedStore } from '../../state/feed-store.ts';
import { startKeys } from './feed-keys.ts';

const like = vi.fn();
let page: EventTarget;
let now = 0;
let store: FeedStore;

beforeEach(() => {
  like.mockReset();
  page = new EventTarget();
  vi.stubGlobal('Element', class extends EventTarget {});
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('performance', { now: () => now });
  const none = vi.fn();
  store = createFeedStore(aDeck('ab', 'more'));
  startKeys(store, {
    like,
    pass: none,
    zap: none,
    upvote: none,
    tryIt: none,
    back: none,
    undo: none,
    list: none,
  });
});

const key = (type: 'keydown' | 'keyup', more: object = {}) =>
  page.dispatchEvent(Object.assign(new Event(type), { key: 'ArrowRight', code: 'ArrowRight', ...more }));
const blur = () => page.dispatchEvent(new Event('blur'));

test('runs an action once, even if the focus moves during the press', () => {
  key('keydown');
  key('keydown', { repeat: true });
  blur();
  key('keyup');
  expect(like).toHaveBeenCalledTimes(1);
});

test('runs an action on release if a frame took the press', () => {
  blur();
  now += 120;
  key('keyup');
  key('keydown');
  key('keyup');
  expect(like).toHaveBeenCalledTimes(2);
});

test('runs it too if the frame lost the focus before', () => {
  blur();
  key('keydown', { repeat: true });
  expect(like).not.toHaveBeenCalled();
  key('keyup');
  expect(like).toHaveBeenCalledTimes(1);
});

test('ignores the release of a key that was pressed elsewhere', () => {
  key('keyup');
  blur();
  now += 1_001;
  key('keyup');
  expect(like).not.toHaveBeenCalled();
});

test('runs an action after the end card when the response is there', () => {
  store.dispatch({ type: 'append', ...aPage('') });
  for (let steps = 0; steps < 3; steps += 1) store.dispatch({ type: 'forward', decision: 'zap' });
  expect(currentCard(store.get().deck)).toBeUndefined();
  key('keydown');
  expect(like).not.toHaveBeenCalled();
  store.dispatch({ type: 'give-up-asking' });
  expect(currentApp(store.get().deck)?.id).toBe('a');
  expect(like).toHaveBeenCalledTimes(1);
});

describe('while the next page is loading', () => {
  beforeEach(() => {
    like.mockImplementation(() => store.dispatch({ type: 'forward', decision: 'like' }));
    store.dispatch({ type: 'forward', decision: 'zap' });
    store.dispatch({ type: 'forward', decision: 'zap' });
  });

  test('runs an action when the card is there', () => {
    key('keydown');
    expect(like).not.toHaveBeenCalled();
    store.dispatch({ type: 'append', ...aPage('cd') });
    expect(like).toHaveBeenCalledTimes(1);
    expect(currentApp(store.get().deck)?.id).toBe('d');
  });

  test('runs each action on its own card', () => {
    for (let presses = 0; presses < 3; presses += 1) {
      key('keydown');
      key('keyup');
    }
    store.dispatch({ type: 'append', ...aPage('cd', 'yet more') });
    expect(like).toHaveBeenCalledTimes(2);
    store.dispatch({ type: 'append', ...aPage('ef') });
    expect(like).toHaveBeenCalledTimes(3);
    expect(currentApp(store.get().deck)?.id).toBe('f');
  });

  test('drops the actions if an ad comes first', () => {
    key('keydown');
    store.set({ ad: 8 });
    store.dispatch({ type: 'append', ...aPage('cd') });
    store.set({ ad: null });
    expect(like).not.toHaveBeenCalled();
  });
});
