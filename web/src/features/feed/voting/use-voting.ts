import type { CurrentUser } from '@zapdeck/contract/auth';
import { castVote, type VoteType } from '@zapdeck/contract/votes';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { toast } from '../../../components/ui/toast.tsx';
import { reportFailedAction } from '../../../lib/failures.ts';
import { isSomebodyElse, isUnauthorized } from '../../../lib/call.ts';
import { callRepeatable, mayPass } from '../../../lib/idempotency.ts';
import { likedAppsKey, settleLikes, showAsLiked } from '../../../lib/liked-apps.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { knownUser, refreshSession } from '../../../lib/session.ts';
import { handleExpiredSession } from '../../../lib/session-expiry.ts';
import { voteOf } from '../deck/deck.ts';
import type { DeckHandle } from '../deck/use-deck.ts';
import { createVoting, type VoteSent, type Voting } from './create-voting.ts';
import { type VoteLeft, voteOutbox } from './vote-outbox.ts';

const VOTE_TOAST_MS = 1_500;

function sayRecorded(title: string, before: VoteType | null, after: VoteType | null): void {
  if (after === null) {
    const description = before === 'down' ? 'Dislike removed' : 'Like removed';
    toast({ title: 'Vote Removed', description, durationMs: VOTE_TOAST_MS });
    return;
  }
  const description = after === 'up' ? `You liked ${title}` : `You disliked ${title}`;
  toast({ title: 'Vote Recorded', description, durationMs: VOTE_TOAST_MS });
}

function send(userId: string, { appId, voteType, mode }: VoteSent) {
  return callRepeatable(castVote, { body: { appId, voteType, mode, userId } });
}

/** The votes of this person on the deck; what could not be sent is kept and sent when the connection is back. */
export function useVoting(
  user: CurrentUser,
  { read, dispatch }: DeckHandle,
): { voting: Voting; pending: ReadonlySet<string>; sendLeft: () => void } {
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const { id: userId, isGuest } = user;
  const outbox = useMemo(() => voteOutbox(userId), [userId]);

  const voting = useMemo(
    () =>
      createVoting({
        userId,
        now: () => performance.now(),
        read: (appId) => read()?.apps.find((app) => app.id === appId),
        patch: (id, change) => {
          dispatch({ type: 'patch', id, change });
          const app = read()?.apps.find((known) => known.id === id);
          if (app) showAsLiked(app, voteOf(app) === 'up');
        },
        send: (vote) => send(userId, vote),
        keep: ({ title }, vote) => outbox.keep({ ...vote, title }),
        drop: outbox.drop,
        // Whoever has to log in again first finds the vote cast afterwards.
        mayPass: (error) => mayPass(error) || isUnauthorized(error) || isSomebodyElse(error),
        onPending: (ids) => {
          setPending(ids);
          settleLikes(ids);
        },
        onRecorded: (app, before, after) => {
          void queryClient.invalidateQueries({ queryKey: likedAppsKey });
          sayRecorded(app.title, before, after);
        },
        onFailed: ({ id }, error) => {
          if (handleExpiredSession(error)) return;
          if (isSomebodyElse(error)) {
            void refreshSession();
            return;
          }
          reportFailedAction('vote', error, { appId: id });
          toast({
            title: 'Connection Issue',
            description: 'Your vote will be saved when connection is restored.',
          });
        },
      }),
    [userId, outbox, read, dispatch],
  );

  const sendOne = useCallback(
    async (left: VoteLeft, isAlone: boolean) => {
      const { appId, title, voteType, mode } = left;
      const { userVote, upvotes, downvotes } = await send(userId, left);
      void queryClient.invalidateQueries({ queryKey: likedAppsKey });
      // What was cast meanwhile is newer, and its own answer is on the way.
      if (voting.isPending(appId)) return;
      outbox.drop(appId);
      dispatch({ type: 'patch', id: appId, change: { userVote, upvotes, downvotes } });
      if (isAlone) sayRecorded(title, mode === 'retract' ? voteType : null, userVote?.voteType ?? null);
    },
    [userId, outbox, voting, dispatch],
  );

  const sendingLeft = useRef(false);
  const sendLeft = useCallback(async () => {
    // A guest's likes wait here until the guest has an account to cast them with.
    const waiting = () => outbox.left().filter(({ appId }) => !voting.isPending(appId));
    const before = waiting().length;
    if (isGuest || sendingLeft.current || before === 0) return;
    sendingLeft.current = true;
    // They wait for their own person: in another tab, somebody else may have signed in.
    await refreshSession();
    for (const left of knownUser()?.id === userId ? waiting() : []) {
      try {
        await sendOne(left, before === 1);
      } catch (error) {
        if (handleExpiredSession(error) || mayPass(error) || isSomebodyElse(error)) break;
        outbox.drop(left.appId);
      }
    }
    sendingLeft.current = false;
    const sent = before - waiting().length;
    if (before > 1 && sent > 0)
      toast({ title: 'Votes Recorded', description: `${sent} that were kept on this device` });
  }, [userId, isGuest, outbox, voting, sendOne]);

  useEffect(() => {
    const onOnline = () => void sendLeft();
    onOnline();
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, [sendLeft]);

  return { voting, pending, sendLeft: useCallback(() => void sendLeft(), [sendLeft]) };
}
