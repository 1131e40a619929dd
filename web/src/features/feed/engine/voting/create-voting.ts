import type { App } from '@zapdeck/contract/apps';
import type { CurrentUser } from '@zapdeck/contract/auth';
import type { ResponseOf } from '@zapdeck/contract/route';
import { type castVote, nextVote, recount, type VoteMode, type VoteType } from '@zapdeck/contract/votes';
import type { VoteSent } from '../../../../lib/vote-outbox.ts';
import { voteOf } from '../../state/deck.ts';

export interface VotingDeps {
  userId: CurrentUser['id'];
  now: () => number;
  read: (appId: string) => App | undefined;
  patch: (appId: string, change: Pick<App, 'userVote' | 'upvotes' | 'downvotes'>) => void;
  send: (vote: VoteSent) => Promise<ResponseOf<typeof castVote>>;
  /** Keeps the vote until it is answered, also when the page goes; a later one on the same app takes its place. */
  keep: (app: App, vote: VoteSent) => void;
  drop: (appId: string) => void;
  /** True when the failure may pass, so that the vote stays kept to be sent again. */
  mayBeSentLater: (error: unknown) => boolean;
  onPending: (ids: ReadonlySet<string>) => void;
  onRecorded: (app: App, before: VoteType | null, after: VoteType | null, mode: VoteMode) => void;
  onFailed: (app: App, error: unknown) => void;
}

export interface Voting {
  /** Votes, shown at once. Votes on one app reach the server one after the other, in the order given. */
  vote: (appId: string, voteType: VoteType, mode: VoteMode) => void;
  /** Sends a vote that was kept, in its turn; rejects when it fails. The app need not be on the deck. */
  resend: (vote: VoteSent) => Promise<ResponseOf<typeof castVote>>;
  /** Takes an upvote back: the vote is what it was before. Another one that was cast since stays. */
  restore: (appId: string, before: VoteType | null) => void;
  isPending: (appId: string) => boolean;
  /** Apps whose vote is on its way or was settled after the moment. */
  votedSince: (moment: number) => ReadonlySet<string>;
}

function voteSent(appId: string, before: VoteType | null, after: VoteType | null): VoteSent {
  if (after !== null) return { appId, voteType: after, mode: 'cast' };
  return { appId, voteType: before ?? 'up', mode: 'retract' };
}

/** The votes on one app that are on their way, each after the one before. */
interface VoteQueue {
  last: Promise<unknown>;
  /** The vote that stands at the server, as far as it has answered. */
  stands: VoteType | null;
}

/** Optimistic votes: patched at once, then what the server says, or back to what stands there when it refuses. */
export function createVoting(deps: VotingDeps): Voting {
  const queues = new Map<string, VoteQueue>();
  const settledAt = new Map<string, number>();
  const tellPending = () => deps.onPending(new Set(queues.keys()));

  const show = (appId: string, after: VoteType | null) => {
    const app = deps.read(appId);
    if (!app) return;
    const userVote = after === null ? null : { voteType: after, userId: deps.userId };
    deps.patch(appId, { userVote, ...recount(app, voteOf(app), after) });
  };

  const queueOf = (appId: string): VoteQueue => {
    const app = deps.read(appId);
    return queues.get(appId) ?? { last: Promise.resolve(), stands: app ? voteOf(app) : null };
  };

  const send = (sent: VoteSent) => {
    const { appId } = sent;
    const queue = queueOf(appId);
    show(appId, sent.mode === 'cast' ? sent.voteType : null);
    const answered = async () => {
      const answer = await deps.send(sent);
      queue.stands = answer.userVote?.voteType ?? null;
      return answer;
    };
    const turn = queue.last.then(answered, answered);
    queue.last = turn;
    queues.set(appId, queue);
    tellPending();
    // Of several votes on one app, the answer to the last says what stands.
    const isLast = () => queue.last === turn;
    const end = () => {
      if (!isLast()) return;
      queues.delete(appId);
      settledAt.set(appId, deps.now());
      tellPending();
    };
    return turn
      .then(
        (answer) => {
          const { userVote, upvotes, downvotes } = answer;
          if (isLast()) {
            deps.drop(appId);
            deps.patch(appId, { userVote, upvotes, downvotes });
          }
          return answer;
        },
        (error: unknown) => {
          if (isLast()) {
            if (!deps.mayBeSentLater(error)) deps.drop(appId);
            show(appId, queue.stands);
          }
          throw error;
        },
      )
      .finally(end);
  };

  const vote: Voting['vote'] = (appId, voteType, mode) => {
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
      // A vote that failed is rolled back on the screen already, but would still be sent later.
      if (!queues.has(appId)) deps.drop(appId);
      const app = deps.read(appId);
      if (app && voteOf(app) === 'up') vote(appId, before ?? 'up', before ? 'cast' : 'retract');
    },
    isPending: (appId) => queues.has(appId),
    votedSince(moment) {
      const recent = [...settledAt].filter(([, at]) => at >= moment).map(([id]) => id);
      return new Set([...queues.keys(), ...recent]);
    },
  };
}
