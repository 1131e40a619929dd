import type { App } from '@zapdeck/contract/apps';
import type { VoteType } from '@zapdeck/contract/votes';
import { announce } from '../../../lib/announce.ts';
import { isSavedLike, removeSavedLike } from '../../../lib/saved-likes.ts';
import { knownUser, patchUser } from '../../../lib/session.ts';
import { currentApp, currentCard, type Decision, END, undoableStep, voteOf } from '../state/deck.ts';
import type { Paging } from './dealing/paging.ts';
import { focusFeed } from './keyboard/focus-feed.ts';
import type { FeedKeys } from './keyboard/feed-keys.ts';
import { keepGuestLike, offerSignUp } from './voting/guest-likes.ts';
import type { Ads } from './cues/ads.ts';
import { playEffect } from './cues/effects.ts';
import type { Recorder } from './recording/create-recorder.ts';
import type { Voting } from './voting/create-voting.ts';
import { besideBar, canTry, type FeedUser, type LiftedBy, type Point } from '../state/feed-state.ts';
import type { FeedStore } from '../state/feed-store.ts';

interface Deps {
  user: FeedUser;
  store: FeedStore;
  voting: Voting;
  recorder: Recorder;
  elapsed: () => number;
  sayFirst: (text: string) => void;
  ads: Ads;
  paging: Paging;
}

export interface FeedActions {
  /** Decides on the card in front and goes on to the next; after a swipe nothing lies over that. */
  goOn: (decision: Decision, by?: 'swipe') => void;
  /** The thumbs: votes, or takes the same vote away, and stays. The burst plays where the finger was. */
  vote: (voteType: VoteType, at?: Point) => void;
  /** Votes the app up and stays; never takes that away. */
  upvoteAt: (at: Point) => void;
  undo: () => void;
  /** Lifts the layer that catches the swipes, so that the framed app takes every touch and key. */
  tryIt: (by: LiftedBy) => void;
  /** Back from an app that is tried. */
  lower: () => void;
  endAd: () => void;
  open: (dialog: 'details' | 'keys') => void;
  close: () => void;
  /** Shows the hint of a new card over the one in front, in place of the dialog. */
  explain: () => void;
  toggleBar: () => void;
  /** The server has looked at the app's page again. */
  checked: (app: App, frameStatus: App['frameStatus']) => void;
  retryPage: () => void;
  /** The same for the keyboard. */
  byKey: FeedKeys;
}

const said: Record<Decision, string> = { like: 'Liked', pass: 'Passed', zap: 'Zapped' };

/** What a person can do with the feed, by touch, button or key. Reads the newest state each time. */
export function createFeedActions(deps: Deps): FeedActions {
  const { user, store, voting, recorder, elapsed, sayFirst, ads, paging } = deps;
  const { get, set, dispatch } = store;
  let votedSeq = 0;

  const countZap = () => {
    const known = user.isGuest ? undefined : knownUser();
    // The server counts the interaction that is recorded with it.
    if (known) patchUser({ zapCount: known.zapCount + 1 });
  };

  const decideOn = (app: App, decision: Decision) => {
    recorder.interaction(app.id, decision === 'like' ? 'like' : 'skip', elapsed());
    sayFirst(`${said[decision]} ${app.title}`);
    // The step is taken before the vote is cast: it remembers the vote before.
    const isKept = user.isGuest && isSavedLike(user.id, app.id);
    dispatch({ type: 'forward', decision, voteBefore: isKept ? 'up' : voteOf(app) });
    if (decision === 'like') {
      if (user.isGuest) keepGuestLike(user.id, app);
      else voting.vote(app.id, 'up', 'cast');
    }
    countZap();
  };

  const actions: Omit<FeedActions, 'byKey'> = {
    goOn(decision, by) {
      const card = currentCard(get().deck);
      if (!card) return;
      if (card === END) dispatch({ type: 'forward', decision });
      else decideOn(card, decision);
      if (decision === 'zap' && by !== 'swipe') playEffect(store, 'zap');
    },
    vote(voteType, at) {
      const app = currentApp(get().deck);
      if (!app) return;
      if (user.isGuest) return offerSignUp();
      if (voting.isPending(app.id)) return;
      const isTakenAway = voteOf(app) === voteType;
      voting.vote(app.id, voteType, 'toggle');
      if (isTakenAway) return;
      recorder.interaction(app.id, voteType === 'up' ? 'like' : 'dislike', elapsed());
      playEffect(store, voteType, at);
      votedSeq = get().deck.seq;
      countZap();
    },
    upvoteAt(at) {
      const app = currentApp(get().deck);
      if (app && voteOf(app) === 'up') playEffect(store, 'up', at);
      else actions.vote('up', at);
    },
    undo() {
      const step = undoableStep(get().deck);
      if (!step) return;
      sayFirst('Taken back');
      dispatch({ type: 'undo' });
      // Only a like that was none before has cast one.
      if (step.decision !== 'like' || step.voteBefore === 'up') return;
      if (user.isGuest) removeSavedLike(user.id, step.card);
      else voting.restore(step.card, step.voteBefore);
    },
    tryIt(by) {
      const { deck } = get();
      if (!canTry(get())) return;
      set({ tried: { seq: deck.seq, by } });
      announce(
        by === 'key'
          ? `${currentApp(deck)?.title} is live. Tab leads into it, Escape back to swiping.`
          : `${currentApp(deck)?.title} is live. The button Back to swiping ends that.`,
      );
    },
    lower() {
      set({ tried: null });
      focusFeed();
    },
    endAd() {
      ads.dismiss();
      // The ad that a zap brought lies over the next card already; one that a vote brought is followed by the next.
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
      like: () => actions.goOn('like'),
      pass: () => actions.goOn('pass'),
      zap: () => actions.goOn('zap'),
      upvote: () => actions.vote('up'),
      tryIt: () => actions.tryIt('key'),
      back: actions.lower,
      undo: actions.undo,
      list: () => actions.open('keys'),
    },
  };
}
