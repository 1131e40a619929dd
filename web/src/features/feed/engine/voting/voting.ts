import { plural, t } from '@lingui/core/macro';
import type { App } from '@zapdeck/contract/apps';
import { castVote, type VoteType } from '@zapdeck/contract/votes';
import { toast } from '../../../../components/ui/toast.tsx';
import { messageOf, reportFailedAction } from '../../../../lib/failures.ts';
import { isSessionChanged } from '../../../../lib/call.ts';
import { callRepeatable, mayBeSentLater, mayPass } from '../../../../lib/idempotency.ts';
import { markVoted } from '../../../../lib/outdated-lists.ts';
import { knownUser, refreshSession } from '../../../../lib/session.ts';
import { handleExpiredSession } from '../../../../lib/session-expiry.ts';
import { settleLike, showAsLiked } from '../../../../lib/unconfirmed-likes.ts';
import { voteOutbox } from '../../../../lib/vote-outbox.ts';
import { currentApp, voteOf } from '../../state/deck.ts';
import type { FeedUser } from '../../state/feed-state.ts';
import type { FeedStore } from '../../state/feed-store.ts';
import { createGuestVoting } from './guest-voting.ts';
import { createVoteQueue } from './vote-queue.ts';

/** Votes of a user on the apps of the deck. */
export interface Voting {
  /** Returns the user's vote. A like that a guest saved on this device is an upvote. */
  voteOn: (app: App) => VoteType | null;
  /** Upvotes the app; never removes an upvote. */
  like: (app: App) => void;
  /** Casts the vote, or removes it if it was cast before. Returns true if it was cast. */
  toggle: (app: App, voteType: VoteType) => boolean;
  /** Replaces a like by the vote from before it. Does nothing if the vote has changed since. */
  undoLike: (appId: string, before: VoteType | null) => void;
  /** Returns the apps whose vote is pending or was answered after the time: a response may know an older vote. */
  votedSince: (time: number) => ReadonlySet<string>;
  sendUnsent: () => void;
}

export function createVoting({ id, isGuest }: FeedUser, store: FeedStore): Voting {
  return isGuest ? createGuestVoting(id) : createMemberVoting(id, store);
}

const VOTE_TOAST_MS = 1_500;

function recordedLine(title: string, before: VoteType | null, after: VoteType | null): string {
  if (after === null) return before === 'down' ? t`Dislike removed` : t`Like removed`;
  return after === 'up' ? t`You liked ${title}` : t`You disliked ${title}`;
}

function notifyRecorded(title: string, before: VoteType | null, after: VoteType | null): void {
  const description = recordedLine(title, before, after);
  const heading = after === null ? t`Vote Removed` : t`Vote Recorded`;
  toast({ title: heading, description, durationMs: VOTE_TOAST_MS });
}

function notifyInLine(title: string, before: VoteType | null, after: VoteType | null): void {
  toast({ title: recordedLine(title, before, after), durationMs: VOTE_TOAST_MS, look: 'line' });
}

function createMemberVoting(userId: string, { get, set, dispatch }: FeedStore): Voting {
  const outbox = voteOutbox(userId);
  const read = (appId: string) => get().deck.apps.find((app) => app.id === appId);

  /** Shows the full message on the app's own card, and one line over any other card. */
  const notify = (id: string, ...vote: Parameters<typeof notifyInLine>) =>
    currentApp(get().deck)?.id === id ? notifyRecorded(...vote) : notifyInLine(...vote);

  const queue = createVoteQueue({
    userId,
    now: () => performance.now(),
    read,
    patch: (id, change) => {
      dispatch({ type: 'patch', id, change });
      const app = read(id);
      // The answer may arrive after another user has signed in.
      if (app && knownUser()?.id === userId) showAsLiked(app, voteOf(app) === 'up');
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
      markVoted();
      if (mode === 'toggle') notify(id, title, before, after);
      else notifyInLine(title, before, after);
    },
    onFailed: ({ id }, error) => {
      if (handleExpiredSession(error)) return;
      if (isSessionChanged(error)) {
        void refreshSession();
        return;
      }
      reportFailedAction('vote', error, { appId: id });
      toast(
        mayPass(error)
          ? {
              title: t`Connection Issue`,
              description: t`Your vote will be saved when connection is restored.`,
            }
          : { title: t`Vote not counted`, description: messageOf(error, t`Please try again.`) },
      );
    },
  });

  const unsent = () => outbox.unsent().filter(({ appId }) => !queue.isPending(appId));

  /** Sends the stored votes one after the other and returns how many arrived. Reads each vote again at its turn. */
  const sendEach = async (appIds: readonly string[]) => {
    let sent = 0;
    for (const id of appIds) {
      const vote = unsent().find(({ appId }) => appId === id);
      if (!vote) continue;
      try {
        const { userVote } = await queue.resend(vote);
        sent += 1;
        const before = vote.mode === 'retract' ? vote.voteType : null;
        if (appIds.length === 1) notify(id, vote.title, before, userVote?.voteType ?? null);
      } catch (error) {
        if (handleExpiredSession(error) || mayPass(error) || isSessionChanged(error)) break;
      }
    }
    return sent;
  };

  let isSending = false;
  const sendUnsent = async () => {
    if (isSending || unsent().length === 0) return;
    isSending = true;
    try {
      // Another user may have signed in in another tab. These votes wait for their own user.
      await refreshSession();
      if (knownUser()?.id !== userId) return;
      const appIds = unsent().map(({ appId }) => appId);
      const sent = await sendEach(appIds);
      if (sent > 0) markVoted();
      if (appIds.length > 1 && sent > 0)
        toast({
          title: t`Votes Recorded`,
          description: t`${plural(sent, {
            one: '# vote from this device is saved.',
            other: '# votes from this device are saved.',
          })}`,
        });
    } finally {
      isSending = false;
    }
  };

  return {
    voteOn: voteOf,
    like: ({ id }) => queue.vote(id, 'up', 'cast'),
    toggle(app, voteType) {
      if (queue.isPending(app.id)) return false;
      const isCast = voteOf(app) !== voteType;
      queue.vote(app.id, voteType, 'toggle');
      return isCast;
    },
    undoLike: queue.restore,
    votedSince: queue.votedSince,
    sendUnsent: () => void sendUnsent(),
  };
}
