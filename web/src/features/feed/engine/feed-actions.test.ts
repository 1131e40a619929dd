import { beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../testing/fake-storages.ts';
import { aDeck } from '../state/deck.fixture.ts';
import { currentApp, voteOf } from '../state/deck.ts';
import { savedLikes } from '../../../lib/saved-likes.ts';
import { createVoting, type Voting } from './voting/voting.ts';
import { createFeedActions, type FeedActions } from './feed-actions.ts';
import { createFeedStore, type FeedStore } from '../state/feed-store.ts';

const nothing = () => {};
const undoLike = vi.fn();
const toggle = vi.fn();
let store: FeedStore;

const memberVoting: Voting = {
  voteOn: voteOf,
  like: nothing,
  toggle,
  undoLike,
  votedSince: () => new Set(),
  sendUnsent: nothing,
};

function actionsOf(voting: Voting): FeedActions {
  return createFeedActions({
    store,
    voting,
    recording: { elapsed: () => 0, record: nothing, flush: nothing, start: () => nothing },
    sayFirst: nothing,
    ads: { start: () => nothing, dismiss: () => store.set({ ad: null }) },
    paging: { start: () => nothing, retry: nothing },
  });
}

beforeEach(() => {
  undoLike.mockReset();
  toggle.mockReset().mockReturnValue(true);
  vi.stubGlobal('localStorage', memoryStorage().storage);
  vi.stubGlobal('sessionStorage', memoryStorage().storage);
  store = createFeedStore(aDeck('abc'));
});

describe('a guest who takes a like back', () => {
  test('loses it', () => {
    const { goOn, undo } = actionsOf(createVoting({ id: 'u', isGuest: true }, store));
    goOn('like');
    expect(savedLikes('u')).toHaveLength(1);
    undo();
    expect(savedLikes('u')).toHaveLength(0);
  });

  test('keeps the one that was there before', () => {
    const { goOn, undo } = actionsOf(createVoting({ id: 'u', isGuest: true }, store));
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
    const { goOn, undo } = actionsOf(memberVoting);
    goOn('like');
    undo();
    expect(undoLike.mock.calls).toEqual([['a', null]]);
  });

  test.each([
    ['a pass', 'pass', null],
    ['a zap', 'zap', null],
    ['a like of what was liked already', 'like', 'up'],
  ] as const)('keeps the vote after %s, which cast none', (_, decision, before) => {
    const { goOn, undo } = actionsOf(memberVoting);
    if (before) voted('a');
    goOn(decision);
    undo();
    expect(currentApp(store.get().deck)?.id).toBe('a');
    expect(undoLike).not.toHaveBeenCalled();
  });

  test('takes back the like of the card that comes back, where a later one is not in the deck any more', () => {
    const { goOn, undo } = actionsOf(memberVoting);
    goOn('like');
    goOn('like');
    goOn('like');
    const [a] = store.get().deck.apps;
    if (a) store.dispatch({ type: 'refresh', apps: [a], asked: ['a', 'b', 'c'], keepVotes: new Set() });
    undo();
    expect(currentApp(store.get().deck)?.id).toBe('a');
    expect(undoLike.mock.calls).toEqual([['a', null]]);
    undo();
    expect(undoLike).toHaveBeenCalledOnce();
  });
});

describe('an ad that a zap brought, once it is dismissed', () => {
  const afterAd = (actions: FeedActions) => {
    store.set({ ad: 8 });
    actions.endAd();
    return currentApp(store.get().deck)?.id;
  };

  test('leaves the card in front that came with it', () => {
    const actions = actionsOf(memberVoting);
    actions.goOn('zap');
    expect(afterAd(actions)).toBe('b');
  });

  test('does so too when a thumb was pressed there that cast no vote', () => {
    const actions = actionsOf(memberVoting);
    actions.goOn('zap');
    toggle.mockReturnValue(false);
    actions.vote('up');
    expect(afterAd(actions)).toBe('b');
  });

  test('but one that a vote brought is followed by the next card', () => {
    const actions = actionsOf(memberVoting);
    actions.vote('up');
    expect(afterAd(actions)).toBe('b');
  });
});
