import type { CurrentUser } from '@zapdeck/contract/auth';
import type { VoteType } from '@zapdeck/contract/votes';
import { useMemo } from 'react';
import { patchUser } from '../../lib/session.ts';
import { currentApp, currentCard, type Decision, END, voteOf } from './deck/deck.ts';
import type { DeckHandle } from './deck/use-deck.ts';
import { dropGuestLike, keepGuestLike, offerSignUp } from './guest-likes.ts';
import type { Recorder } from './viewing/create-recorder.ts';
import { zapsNow } from './viewing/use-recorder.ts';
import type { Voting } from './voting/create-voting.ts';

export type Effect = 'zap' | VoteType;

interface Deps {
  user: CurrentUser;
  handle: DeckHandle;
  voting: Voting;
  recorder: Recorder;
  elapsed: () => number;
  onEffect: (effect: Effect) => void;
  onSpeak: (text: string) => void;
}

export interface FeedActions {
  /** Decides on the card in front and goes on to the next. */
  goOn: (decision: Decision) => void;
  /** The thumbs: votes, or takes the same vote away, and stays. */
  vote: (voteType: VoteType) => void;
  undo: () => void;
}

const said: Record<Decision, string> = { like: 'Liked', pass: 'Passed', zap: 'Zapped' };

/** What a person can do with the deck, by touch, button or key. Reads the newest deck each time. */
export function useFeedActions({
  user,
  handle,
  voting,
  recorder,
  elapsed,
  onEffect,
  onSpeak,
}: Deps): FeedActions {
  return useMemo(() => {
    const countZap = () => {
      if (user.isGuest) return;
      // The server counts the interaction that is recorded with it.
      patchUser({ zapCount: (zapsNow() ?? user.zapCount) + 1 });
    };
    const front = () => {
      const deck = handle.read();
      return deck && currentApp(deck);
    };

    return {
      goOn(decision) {
        const deck = handle.read();
        const app = deck && currentCard(deck);
        if (!app) return;
        if (app === END) {
          handle.dispatch({ type: 'forward', decision });
          if (decision === 'zap') onEffect('zap');
          return;
        }
        recorder.interaction(app.id, decision === 'like' ? 'like' : 'skip', elapsed());
        // The step is taken before the vote is cast: it remembers the vote before.
        handle.dispatch({ type: 'forward', decision });
        if (decision === 'zap') onEffect('zap');
        if (decision === 'like') {
          if (user.isGuest) keepGuestLike(user.id, app);
          else if (voteOf(app) !== 'up') {
            voting.vote(app.id, 'up', 'cast');
            onEffect('up');
          }
        }
        countZap();
        onSpeak(`${said[decision]} ${app.title}`);
      },
      vote(voteType) {
        const app = front();
        if (!app) return;
        if (user.isGuest) return offerSignUp();
        if (voting.isPending(app.id)) return;
        const isTakenAway = app.userVote?.voteType === voteType;
        voting.vote(app.id, voteType, 'toggle');
        if (!isTakenAway) {
          recorder.interaction(app.id, voteType === 'up' ? 'like' : 'dislike', elapsed());
          onEffect(voteType);
          countZap();
        }
      },
      undo() {
        const step = handle.read()?.undo.at(-1);
        if (!step) return;
        handle.dispatch({ type: 'undo' });
        if (user.isGuest && step.decision === 'like') dropGuestLike(user.id, step.card);
        if (!user.isGuest && step.card !== END) voting.restore(step.card, step.voteBefore);
        onSpeak('Taken back');
      },
    };
  }, [user.id, user.isGuest, user.zapCount, handle, voting, recorder, elapsed, onEffect, onSpeak]);
}
