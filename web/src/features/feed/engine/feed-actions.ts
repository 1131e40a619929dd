import { t } from '@lingui/core/macro';
import type { App } from '@zapdeck/contract/apps/apps';
import type { VoteType } from '@zapdeck/contract/feed/votes';
import { announce } from '../../../lib/announce.ts';
import { currentApp, currentCard, type Decision, END, undoableStep, voteOf } from '../state/deck.ts';
import { besideBar, canTry, type TriedBy, type Point } from '../state/feed-state.ts';
import type { FeedStore } from '../state/feed-store.ts';
import type { Ads } from './cues/ads.ts';
import { playEffect } from './cues/effects.ts';
import type { Paging } from './dealing/paging.ts';
import type { FeedKeys } from './keyboard/feed-keys.ts';
import { focusFeed } from './keyboard/focus-feed.ts';
import type { Recording } from './recording/recording.ts';
import type { Voting } from './voting/voting.ts';

interface Deps {
  store: FeedStore;
  voting: Voting;
  recording: Recording;
  sayFirst: (sentence: string) => void;
  ads: Ads;
  paging: Paging;
}

export interface FeedActions {
  /** Decides on the front card and shows the next one. No effect plays over the next card after a swipe. */
  decide: (decision: Decision, by?: 'swipe') => void;
  /** Casts the vote, or removes it if it was cast before, and keeps the card. The burst plays at the given point. */
  vote: (voteType: VoteType, at?: Point) => void;
  /** Upvotes the app and keeps the card; never removes an upvote. */
  upvoteAt: (at: Point) => void;
  undo: () => void;
  /** Lifts the layer that catches swipes, so that the framed app receives every touch and key. */
  tryIt: (by: TriedBy) => void;
  stopTrying: () => void;
  endAd: () => void;
  open: (dialog: 'details' | 'keys') => void;
  close: () => void;
  explain: () => void;
  toggleBar: () => void;
  checked: (app: App, frameStatus: App['frameStatus']) => void;
  retryPage: () => void;
  byKey: FeedKeys;
}

function announcementOf(decision: Decision, title: string): string {
  switch (decision) {
    case 'like':
      return t`Liked ${title}.`;
    case 'pass':
      return t`Passed ${title}.`;
    case 'zap':
      return t`Zapped ${title}.`;
  }
}

export function createFeedActions(deps: Deps): FeedActions {
  const { store, voting, recording, sayFirst, ads, paging } = deps;
  const { get, set, dispatch } = store;
  let votedSeq = 0;

  const decideOnApp = (app: App, decision: Decision) => {
    const elapsedMs = recording.elapsed();
    sayFirst(announcementOf(decision, app.title));
    // The deck moves before the vote is cast, because undo restores the vote from before.
    dispatch({ type: 'forward', decision, voteBefore: voting.voteOn(app) });
    if (decision === 'like') voting.like(app);
    recording.record(app.id, decision === 'like' ? 'like' : 'skip', elapsedMs);
  };

  const actions: Omit<FeedActions, 'byKey'> = {
    decide(decision, by) {
      const card = currentCard(get().deck);
      if (!card) return;
      if (card === END) dispatch({ type: 'forward', decision });
      else decideOnApp(card, decision);
      if (decision === 'zap' && by !== 'swipe') playEffect(store, 'zap');
    },
    vote(voteType, at) {
      const app = currentApp(get().deck);
      if (!app || !voting.toggle(app, voteType)) return;
      playEffect(store, voteType, at);
      votedSeq = get().deck.seq;
      recording.record(app.id, voteType === 'up' ? 'like' : 'dislike', recording.elapsed());
    },
    upvoteAt(at) {
      const app = currentApp(get().deck);
      if (app && voteOf(app) === 'up') playEffect(store, 'up', at);
      else actions.vote('up', at);
    },
    undo() {
      const step = undoableStep(get().deck);
      if (!step) return;
      sayFirst(t`Undone.`);
      dispatch({ type: 'undo' });
      // A like of an app that was liked before has cast no vote.
      if (step.decision === 'like' && step.voteBefore !== 'up') voting.undoLike(step.card, step.voteBefore);
    },
    tryIt(by) {
      const { deck } = get();
      if (!canTry(get())) return;
      set({ tried: { seq: deck.seq, by } });
      const title = currentApp(deck)?.title ?? '';
      announce(
        by === 'key'
          ? t`${title} is running. Press Tab to enter it and Escape to return.`
          : t`${title} is running. Tap Back to swiping to return.`,
      );
    },
    stopTrying() {
      set({ tried: null });
      focusFeed();
    },
    endAd() {
      ads.dismiss();
      // An ad after a zap lies over the next card. An ad after a vote lies over the card that was voted on.
      if (votedSeq === get().deck.seq) dispatch({ type: 'forward', decision: 'zap' });
    },
    open: (dialog) => set({ dialog }),
    close: () => set({ dialog: null }),
    explain: () => set({ dialog: null, tried: null, hintSeq: get().deck.seq }),
    toggleBar() {
      const { shut } = get();
      const beside = besideBar(get());
      set({ shut: { ...shut, [beside]: !shut[beside] } });
    },
    checked: ({ id }, frameStatus) => dispatch({ type: 'patch', id, change: { frameStatus } }),
    retryPage: paging.retry,
  };
  return {
    ...actions,
    byKey: {
      like: () => actions.decide('like'),
      pass: () => actions.decide('pass'),
      zap: () => actions.decide('zap'),
      upvote: () => actions.vote('up'),
      tryIt: () => actions.tryIt('key'),
      back: actions.stopTrying,
      undo: actions.undo,
      list: () => actions.open('keys'),
    },
  };
}
