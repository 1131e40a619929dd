import { beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../testing/fake-storages.ts';
import { aDeck } from '../state/deck.fixture.ts';
import { currentApp, voteOf } from '../state/deck.ts';
import { savedLikes } from '../../../lib/pending/saved-likes.ts';
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
  start: () => nothing,
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

describe('undo of a guest’s like', () => {
  test('removes it', () => {
    const { decide, undo } = actionsOf(createVoting({ id: 'u', isGuest: true }, store));
    decide('like');
    expect(savedLikes('u')).toHaveLength(1);
    undo();
    expect(savedLikes('u')).toHaveLength(0);
  });

  test('keeps a like from before', () => {
    const { decide, undo } = actionsOf(createVoting({ id: 'u', isGuest: true }, store));
    decide('like');
    const [first] = store.get().deck.apps;
    if (first) store.dispatch({ type: 'open', card: first });
    decide('like');
    undo();
    expect(savedLikes('u')).toHaveLength(1);
  });
});

describe('undo of a member', () => {
  const voted = (id: string) =>
    store.dispatch({ type: 'patch', id, change: { userVote: { voteType: 'up', userId: 'u' } } });

  test('restores the vote from before the like', () => {
    const { decide, undo } = actionsOf(memberVoting);
    decide('like');
    undo();
    expect(undoLike.mock.calls).toEqual([['a', null]]);
  });

  test.each([
    ['a pass', 'pass', null],
    ['a zap', 'zap', null],
    ['a like of a liked app', 'like', 'up'],
  ] as const)('keeps the vote after %s, which cast none', (_, decision, before) => {
    const { decide, undo } = actionsOf(memberVoting);
    if (before) voted('a');
    decide(decision);
    undo();
    expect(currentApp(store.get().deck)?.id).toBe('a');
    expect(undoLike).not.toHaveBeenCalled();
  });

  test('removes the like of the card that comes back, if a later card has left the deck', () => {
    const { decide, undo } = actionsOf(memberVoting);
    decide('like');
    decide('like');
    decide('like');
    const [a] = store.get().deck.apps;
    if (a) store.dispatch({ type: 'refresh', apps: [a], asked: ['a', 'b', 'c'], keepVotes: new Set() });
    undo();
    expect(currentApp(store.get().deck)?.id).toBe('a');
    expect(undoLike.mock.calls).toEqual([['a', null]]);
    undo();
    expect(undoLike).toHaveBeenCalledOnce();
  });
});

describe('after an ad', () => {
  const afterAd = (actions: FeedActions) => {
    store.set({ ad: 8 });
    actions.endAd();
    return currentApp(store.get().deck)?.id;
  };

  test('a zap keeps the card that came with it', () => {
    const actions = actionsOf(memberVoting);
    actions.decide('zap');
    expect(afterAd(actions)).toBe('b');
  });

  test('a zap keeps the card even if a press on a thumb casts no vote', () => {
    const actions = actionsOf(memberVoting);
    actions.decide('zap');
    toggle.mockReturnValue(false);
    actions.vote('up');
    expect(afterAd(actions)).toBe('b');
  });

  test('a vote is followed by the next card', () => {
    const actions = actionsOf(memberVoting);
    actions.vote('up');
    expect(afterAd(actions)).toBe('b');
  });
});
