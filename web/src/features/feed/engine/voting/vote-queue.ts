import type { App } from '@zapdeck/contract/apps';
import type { CurrentUser } from '@zapdeck/contract/auth';
import type { ResponseOf } from '@zapdeck/contract/route';
import { type castVote, nextVote, recount, type VoteMode, type VoteType } from '@zapdeck/contract/votes';
import type { VoteSent } from '../../../../lib/vote-outbox.ts';
import { voteOf } from '../../state/deck.ts';

export interface VoteQueueDeps {
  userId: CurrentUser['id'];
  now: () => number;
  read: (appId: string) => App | undefined;
  patch: (appId: string, change: Pick<App, 'userVote' | 'upvotes' | 'downvotes'>) => void;
  send: (vote: VoteSent) => Promise<ResponseOf<typeof castVote>>;
  /** Stores the vote until the server has answered, also over a reload. Replaces an earlier vote on the app. */
  keep: (app: App, vote: VoteSent) => void;
  drop: (appId: string) => void;
  /** True if the error may pass. Then the vote stays stored and is sent again. */
  mayBeSentLater: (error: unknown) => boolean;
  onPending: (ids: ReadonlySet<string>) => void;
  onRecorded: (app: App, before: VoteType | null, after: VoteType | null, mode: VoteMode) => void;
  onFailed: (app: App, error: unknown) => void;
}

export interface VoteQueue {
  /** Casts a vote optimistically. Votes on one app are sent one after the other. */
  vote: (appId: string, voteType: VoteType, mode: VoteMode) => void;
  /** Sends a stored vote after the votes on its app that are pending. The app need not be in the deck. */
  resend: (vote: VoteSent) => Promise<ResponseOf<typeof castVote>>;
  /** Replaces an upvote by the vote from before it. Does nothing if the vote has changed since. */
  restore: (appId: string, before: VoteType | null) => void;
  isPending: (appId: string) => boolean;
  /** Returns the apps whose vote is pending or was answered after the time. */
  votedSince: (time: number) => ReadonlySet<string>;
}

function voteSent(appId: string, before: VoteType | null, after: VoteType | null): VoteSent {
  if (after !== null) return { appId, voteType: after, mode: 'cast' };
  return { appId, voteType: before ?? 'up', mode: 'retract' };
}

interface PendingVotes {
  last: Promise<unknown>;
  /** The vote that the server has stored, as of its last answer. */
  stored: VoteType | null;
}

/** Sends votes with an optimistic update, and rolls back to the vote that the server has stored if it refuses. */
export function createVoteQueue(deps: VoteQueueDeps): VoteQueue {
  const pending = new Map<string, PendingVotes>();
  const answeredAt = new Map<string, number>();
  const notifyPending = () => deps.onPending(new Set(pending.keys()));

  const show = (appId: string, after: VoteType | null) => {
    const app = deps.read(appId);
    if (!app) return;
    const userVote = after === null ? null : { voteType: after, userId: deps.userId };
    deps.patch(appId, { userVote, ...recount(app, voteOf(app), after) });
  };

  const pendingOn = (appId: string): PendingVotes => {
    const app = deps.read(appId);
    return pending.get(appId) ?? { last: Promise.resolve(), stored: app ? voteOf(app) : null };
  };

  const send = (sent: VoteSent) => {
    const { appId } = sent;
    const votes = pendingOn(appId);
    show(appId, sent.mode === 'cast' ? sent.voteType : null);
    const request = async () => {
      const response = await deps.send(sent);
      votes.stored = response.userVote?.voteType ?? null;
      return response;
    };
    const turn = votes.last.then(request, request);
    votes.last = turn;
    pending.set(appId, votes);
    notifyPending();
    // Only the response to the last of several votes says what the app has now.
    const isLast = () => votes.last === turn;
    const end = () => {
      if (!isLast()) return;
      pending.delete(appId);
      answeredAt.set(appId, deps.now());
      notifyPending();
    };
    return turn
      .then(
        (response) => {
          const { userVote, upvotes, downvotes } = response;
          if (isLast()) {
            deps.drop(appId);
            deps.patch(appId, { userVote, upvotes, downvotes });
          }
          return response;
        },
        (error: unknown) => {
          if (isLast()) {
            if (!deps.mayBeSentLater(error)) deps.drop(appId);
            show(appId, votes.stored);
          }
          throw error;
        },
      )
      .finally(end);
  };

  const vote: VoteQueue['vote'] = (appId, voteType, mode) => {
    const app = deps.read(appId);
    if (!app) return;
    const before = voteOf(app);
    const after = nextVote(before, voteType, mode);
    if (after === before) return;
    const sent = voteSent(appId, before, after);
    deps.keep(app, sent);
    send(sent).then(
      () => deps.onRecorded(app, before, after, mode),
      (error: unknown) => deps.onFailed(app, error),
    );
  };

  return {
    vote,
    resend: send,
    restore(appId, before) {
      // A vote that failed is rolled back on the screen, but still stored.
      if (!pending.has(appId)) deps.drop(appId);
      const app = deps.read(appId);
      if (app && voteOf(app) === 'up') vote(appId, before ?? 'up', before ? 'cast' : 'retract');
    },
    isPending: (appId) => pending.has(appId),
    votedSince(time) {
      const recent = [...answeredAt].filter(([, at]) => at >= time).map(([id]) => id);
      return new Set([...pending.keys(), ...recent]);
    },
  };
}
