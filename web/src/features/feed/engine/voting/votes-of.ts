import { castVote, type VoteType } from '@zapdeck/contract/votes';
import { toast } from '../../../../components/ui/toast.tsx';
import { messageOf, reportFailedAction } from '../../../../lib/failures.ts';
import { isSomebodyElse } from '../../../../lib/call.ts';
import { callRepeatable, mayBeSentLater, mayPass } from '../../../../lib/idempotency.ts';
import { likedAppsKey, settleLike, showAsLiked } from '../../../../lib/liked-apps.ts';
import { queryClient } from '../../../../lib/query-client.ts';
import { knownUser, refreshSession } from '../../../../lib/session.ts';
import { handleExpiredSession } from '../../../../lib/session-expiry.ts';
import { currentApp, voteOf } from '../../state/deck.ts';
import type { FeedUser } from '../../state/feed-state.ts';
import type { FeedStore } from '../../state/feed-store.ts';
import { createVoting, type Voting } from './create-voting.ts';
import { voteOutbox } from '../../../../lib/vote-outbox.ts';

const VOTE_TOAST_MS = 1_500;

function recordedLine(title: string, before: VoteType | null, after: VoteType | null): string {
  if (after === null) return before === 'down' ? 'Dislike removed' : 'Like removed';
  return after === 'up' ? `You liked ${title}` : `You disliked ${title}`;
}

function sayRecorded(title: string, before: VoteType | null, after: VoteType | null): void {
  const description = recordedLine(title, before, after);
  const said = after === null ? 'Vote Removed' : 'Vote Recorded';
  toast({ title: said, description, durationMs: VOTE_TOAST_MS });
}

function sayInLine(title: string, before: VoteType | null, after: VoteType | null): void {
  toast({ title: recordedLine(title, before, after), durationMs: VOTE_TOAST_MS, look: 'line' });
}

export interface Votes {
  voting: Voting;
  /** Sends what could not be sent before. */
  sendUnsent: () => void;
}

/** The votes of this person on the deck; what has no answer is kept and sent when the connection is back. */
export function votesOf({ id: userId, isGuest }: FeedUser, { get, set, dispatch }: FeedStore): Votes {
  const outbox = voteOutbox(userId);
  const read = (appId: string) => get().deck.apps.find((app) => app.id === appId);

  /** A vote is told of in full on its own card; when another one is in front, a line has to do. */
  const tell = (id: string, ...vote: Parameters<typeof sayInLine>) =>
    currentApp(get().deck)?.id === id ? sayRecorded(...vote) : sayInLine(...vote);

  const voting = createVoting({
    userId,
    now: () => performance.now(),
    read,
    patch: (id, change) => {
      dispatch({ type: 'patch', id, change });
      const app = read(id);
      if (app) showAsLiked(app, voteOf(app) === 'up');
    },
    send: ({ appId, voteType, mode }) =>
      callRepeatable(castVote, { body: { appId, voteType, mode, userId } }),
    keep: ({ title }, vote) => outbox.keep({ ...vote, title }),
    drop: outbox.drop,
    mayBeSentLater,
    onPending: (pending) => {
      for (const id of get().pending) if (!pending.has(id)) settleLike(id);
      set({ pending });
    },
    onRecorded: ({ id, title }, before, after, mode) => {
      void queryClient.invalidateQueries({ queryKey: likedAppsKey });
      if (mode === 'toggle') tell(id, title, before, after);
      else sayInLine(title, before, after);
    },
    onFailed: ({ id }, error) => {
      if (handleExpiredSession(error)) return;
      if (isSomebodyElse(error)) {
        void refreshSession();
        return;
      }
      reportFailedAction('vote', error, { appId: id });
      toast(
        mayPass(error)
          ? {
              title: 'Connection Issue',
              description: 'Your vote will be saved when connection is restored.',
            }
          : { title: 'Vote not counted', description: messageOf(error, 'Please try again.') },
      );
    },
  });

  const waiting = () => outbox.unsent().filter(({ appId }) => !voting.isPending(appId));

  /** Sends the votes one after the other, each as it is kept when its turn comes; returns how many have arrived. */
  const sendEach = async (appIds: readonly string[]) => {
    let sent = 0;
    for (const id of appIds) {
      const vote = waiting().find(({ appId }) => appId === id);
      if (!vote) continue;
      try {
        const { userVote } = await voting.resend(vote);
        sent += 1;
        const before = vote.mode === 'retract' ? vote.voteType : null;
        if (appIds.length === 1) tell(id, vote.title, before, userVote?.voteType ?? null);
      } catch (error) {
        if (handleExpiredSession(error) || mayPass(error) || isSomebodyElse(error)) break;
      }
    }
    return sent;
  };

  let isSending = false;
  const sendUnsent = async () => {
    // A guest's likes wait here until the guest has an account to cast them with.
    if (isGuest || isSending || waiting().length === 0) return;
    isSending = true;
    try {
      // They wait for their own person: in another tab, somebody else may have signed in.
      await refreshSession();
      if (knownUser()?.id !== userId) return;
      const appIds = waiting().map(({ appId }) => appId);
      const sent = await sendEach(appIds);
      if (sent > 0) void queryClient.invalidateQueries({ queryKey: likedAppsKey });
      if (appIds.length > 1 && sent > 0)
        toast({ title: 'Votes Recorded', description: `${sent} votes from this device are saved.` });
    } finally {
      isSending = false;
    }
  };

  return { voting, sendUnsent: () => void sendUnsent() };
}
