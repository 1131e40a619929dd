import type { App } from '@zapdeck/contract/apps';
import type { CurrentUser } from '@zapdeck/contract/auth';
import { castVote, type VoteType } from '@zapdeck/contract/votes';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { toast } from '../../../components/ui/toast.tsx';
import { CallError, call } from '../../../lib/call.ts';
import { reportFailedAction } from '../../../lib/failures.ts';
import { likedAppsKey, showAsLiked } from '../../../lib/liked-apps.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { handleExpiredSession } from '../../../lib/session-expiry.ts';
import { voteOf } from '../deck/deck.ts';
import type { DeckHandle } from '../deck/use-deck.ts';
import { createVoting, type Voting } from './create-voting.ts';
import { dropVote, keepVote, type VoteLeft, votesLeft } from './vote-outbox.ts';

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

/** Refused for good, unlike a server that is away or busy. */
function isFinal(error: unknown): boolean {
  return error instanceof CallError && error.status < 500 && error.status !== 429;
}

function leftOver(app: App, before: VoteType | null, wanted: VoteType | null): VoteLeft {
  const common = { appId: app.id, title: app.title };
  if (wanted !== null) return { ...common, voteType: wanted, mode: 'cast' };
  return { ...common, voteType: before ?? 'up', mode: 'retract' };
}

/** The votes of this person on the deck; what could not be sent is kept and sent when the connection is back. */
export function useVoting(
  user: CurrentUser,
  { read, dispatch }: DeckHandle,
): { voting: Voting; pending: ReadonlySet<string>; sendLeft: () => void } {
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const userId = user.id;

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
        send: (body) => call(castVote, { body }),
        dropKept: (appId) => dropVote(userId, appId),
        onPending: setPending,
        onRecorded: (app, before, after) => {
          dropVote(userId, app.id);
          void queryClient.invalidateQueries({ queryKey: likedAppsKey });
          sayRecorded(app.title, before, after);
        },
        onFailed: (app, before, wanted, error) => {
          if (handleExpiredSession(error)) return;
          reportFailedAction('vote', error, { appId: app.id });
          if (!isFinal(error)) keepVote(userId, leftOver(app, before, wanted));
          toast({
            title: 'Connection Issue',
            description: 'Your vote will be saved when connection is restored.',
          });
        },
      }),
    [userId, read, dispatch],
  );

  const sendLeft = useCallback(async () => {
    for (const { appId, title, voteType, mode } of votesLeft(userId)) {
      if (voting.isPending(appId)) continue;
      try {
        const { userVote, upvotes, downvotes } = await call(castVote, { body: { appId, voteType, mode } });
        dropVote(userId, appId);
        dispatch({ type: 'patch', id: appId, change: { userVote, upvotes, downvotes } });
        sayRecorded(title, mode === 'retract' ? voteType : null, userVote?.voteType ?? null);
      } catch (error) {
        if (handleExpiredSession(error) || !isFinal(error)) return;
        dropVote(userId, appId);
      }
    }
  }, [userId, voting, dispatch]);

  useEffect(() => {
    const send = () => void sendLeft();
    send();
    addEventListener('online', send);
    return () => removeEventListener('online', send);
  }, [sendLeft]);

  return { voting, pending, sendLeft: useCallback(() => void sendLeft(), [sendLeft]) };
}
