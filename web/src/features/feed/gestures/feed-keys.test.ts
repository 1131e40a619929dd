import { beforeEach, expect, test, vi } from 'vitest';
import { aDeck } from '../deck/deck.fixture.ts';
import { createFeedStore } from '../store/feed-store.ts';
import { startKeys } from './feed-keys.ts';

const like = vi.fn();
let page: EventTarget;
let now = 0;

beforeEach(() => {
  like.mockClear();
  page = new EventTarget();
  vi.stubGlobal('Element', class extends EventTarget {});
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('performance', { now: () => now });
  const none = vi.fn();
  startKeys(createFeedStore(aDeck('ab')), {
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

test('a press is heard once, whatever takes the focus meanwhile', () => {
  key('keydown');
  key('keydown', { repeat: true });
  blur();
  key('keyup');
  expect(like).toHaveBeenCalledTimes(1);
});

test('a press that a frame has swallowed counts when the key is lifted', () => {
  blur();
  now += 120;
  key('keyup');
  key('keydown');
  key('keyup');
  expect(like).toHaveBeenCalledTimes(2);
});

test('also when the frame has let go of it before that', () => {
  blur();
  key('keydown', { repeat: true });
  expect(like).not.toHaveBeenCalled();
  key('keyup');
  expect(like).toHaveBeenCalledTimes(1);
});

test('a key that was pressed elsewhere is none of ours', () => {
  key('keyup');
  blur();
  now += 1_001;
  key('keyup');
  expect(like).not.toHaveBeenCalled();
});
