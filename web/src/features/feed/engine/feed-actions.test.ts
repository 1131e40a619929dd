import { beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../testing/fake-storages.ts';
import { aDeck } from '../state/deck.fixture.ts';
import { currentApp } from '../state/deck.ts';
import { savedLikes } from '../../../lib/saved-likes.ts';
import { createFeedActions, type FeedActions } from './feed-actions.ts';
import { createFeedStore, type FeedStore } from '../state/feed-store.ts';

const nothing = () => {};
const vote = vi.fn();
const restore = vi.fn();
const isPending = vi.fn();
let store: FeedStore;

function actionsOf(isGuest: boolean): FeedActions {
  return createFeedActions({
    user: { id: 'u', isGuest },
    store,
    voting: { vote, restore, isPending, resend: vi.fn(), votedSince: () => new Set() },
    recorder: {
      view: nothing,
      interaction: nothing,
      durations: nothing,
      flush: nothing,
      flushAtExit: nothing,
    },
    elapsed: () => 0,
    sayFirst: nothing,
    ads: { start: () => nothing, dismiss: () => store.set({ ad: null }) },
    paging: { start: () => nothing, retry: nothing },
  });
}

beforeEach(() => {
  vote.mockReset();
  restore.mockReset();
  isPending.mockReset().mockReturnValue(false);
  vi.stubGlobal('localStorage', memoryStorage().storage);
  vi.stubGlobal('sessionStorage', memoryStorage().storage);
  store = createFeedStore(aDeck('abc'));
});

describe('a guest who takes a like back', () => {
  test('loses it', () => {
    const { goOn, undo } = actionsOf(true);
    goOn('like');
    expect(savedLikes('u')).toHaveLength(1);
    undo();
    expect(savedLikes('u')).toHaveLength(0);
  });

  test('keeps the one that was there before', () => {
    const { goOn, undo } = actionsOf(true);
    goOn('like');
    const [first] = store.get().deck.apps;
    if (first) store.dispatch({ type: 'open', card: first });
    goOn('like');
    undo();
    expect(savedLikes('u')).toHaveLength(1);
  });
});

describe('a member who takes a step back', () => {
  const voted = (id: string) =>
    store.dispatch({ type: 'patch', id, change: { userVote: { voteType: 'up', userId: 'u' } } });

  test('has the vote again that was there before the like', () => {
    const { goOn, undo } = actionsOf(false);
    goOn('like');
    undo();
    expect(restore.mock.calls).toEqual([['a', null]]);
  });

  test.each([
    ['a pass', 'pass', null],
    ['a zap', 'zap', null],
    ['a like of what was liked already', 'like', 'up'],
  ] as const)('keeps the vote after %s, which cast none', (_, decision, before) => {
    const { goOn, undo } = actionsOf(false);
    if (before) voted('a');
    goOn(decision);
    undo();
    expect(currentApp(store.get().deck)?.id).toBe('a');
    expect(restore).not.toHaveBeenCalled();
  });

  test('takes back the like of the card that comes back, where a later one is not in the deck any more', () => {
    const { goOn, undo } = actionsOf(false);
    goOn('like');
    goOn('like');
    goOn('like');
    const [a] = store.get().deck.apps;
    if (a) store.dispatch({ type: 'refresh', apps: [a], asked: ['a', 'b', 'c'], keepVotes: new Set() });
    undo();
    expect(currentApp(store.get().deck)?.id).toBe('a');
    expect(restore.mock.calls).toEqual([['a', null]]);
    undo();
    expect(restore).toHaveBeenCalledOnce();
  });
});

describe('an ad that a zap brought, once it is dismissed', () => {
  const afterAd = (actions: FeedActions) => {
    store.set({ ad: 8 });
    actions.endAd();
    return currentApp(store.get().deck)?.id;
  };

  test('leaves the card in front that came with it', () => {
    const actions = actionsOf(false);
    actions.goOn('zap');
    expect(afterAd(actions)).toBe('b');
  });

  test('does so too when a thumb was pressed there that cast no vote', () => {
    const actions = actionsOf(false);
    actions.goOn('zap');
    isPending.mockReturnValue(true);
    actions.vote('up');
    expect(afterAd(actions)).toBe('b');
  });

  test('but one that a vote brought is followed by the next card', () => {
    const actions = actionsOf(false);
    actions.vote('up');
    expect(afterAd(actions)).toBe('b');
  });
});
