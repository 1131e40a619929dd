import type { App } from '@zapdeck/contract/apps';
import type { CurrentUser } from '@zapdeck/contract/auth';
import type { ResponseOf } from '@zapdeck/contract/route';
import { type castVote, nextVote, recount, type VoteMode, type VoteType } from '@zapdeck/contract/votes';
import { voteOf } from '../deck/deck.ts';

/**
 * A vote as it is sent: what is to stand, not what to turn over, so that it never does the opposite of what the screen
 * showed, however often it is sent.
 */
export interface VoteSent {
  appId: string;
  voteType: VoteType;
  mode: Exclude<VoteMode, 'toggle'>;
}

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
  mayPass: (error: unknown) => boolean;
  onPending: (ids: ReadonlySet<string>) => void;
  onRecorded: (app: App, before: VoteType | null, after: VoteType | null) => void;
  onFailed: (app: App, error: unknown) => void;
}

export interface Voting {
  /** Votes, shown at once. Votes on one app reach the server one after the other, in the order given. */
  vote: (appId: string, voteType: VoteType, mode: VoteMode) => void;
  /** Puts the vote back to what it was. */
  restore: (appId: string, before: VoteType | null) => void;
  isPending: (appId: string) => boolean;
  /** Apps whose vote is on its way or was settled after the moment. */
  votedSince: (moment: number) => ReadonlySet<string>;
}

function voteSent(appId: string, before: VoteType | null, after: VoteType | null): VoteSent {
  if (after !== null) return { appId, voteType: after, mode: 'cast' };
  return { appId, voteType: before ?? 'up', mode: 'retract' };
}

/** Optimistic votes: patched at once, then what the server says, or back to what was when it refuses. */
export function createVoting(deps: VotingDeps): Voting {
  const latest = new Map<string, Promise<void>>();
  const settledAt = new Map<string, number>();

  const show = (appId: string, after: VoteType | null) => {
    const app = deps.read(appId);
    if (!app) return;
    const userVote = after === null ? null : { voteType: after, userId: deps.userId };
    deps.patch(appId, { userVote, ...recount(app, voteOf(app), after) });
  };

  const vote: Voting['vote'] = (appId, voteType, mode) => {
    const app = deps.read(appId);
    if (!app) return;
    const before = voteOf(app);
    const after = nextVote(before, voteType, mode);
    if (after === before) return;
    show(appId, after);
    const sent = voteSent(appId, before, after);
    deps.keep(app, sent);
    // Of several votes on one app, the answer to the last says what stands.
    const isLatest = () => latest.get(appId) === turn;
    const turn: Promise<void> = (latest.get(appId) ?? Promise.resolve())
      .then(() => deps.send(sent))
      .then(
        ({ userVote, upvotes, downvotes }) => {
          if (isLatest()) {
            deps.drop(appId);
            deps.patch(appId, { userVote, upvotes, downvotes });
          }
          deps.onRecorded(app, before, after);
        },
        (error: unknown) => {
          if (isLatest()) {
            if (!deps.mayPass(error)) deps.drop(appId);
            show(appId, before);
          }
          deps.onFailed(app, error);
        },
      )
      .finally(() => {
        if (!isLatest()) return;
        latest.delete(appId);
        settledAt.set(appId, deps.now());
        deps.onPending(new Set(latest.keys()));
      });
    latest.set(appId, turn);
    deps.onPending(new Set(latest.keys()));
  };

  return {
    vote,
    restore(appId, before) {
      // A vote that failed is rolled back on the screen already, but would still be sent later.
      deps.drop(appId);
      const app = deps.read(appId);
      const current = app && voteOf(app);
      if (!app || current === before) return;
      if (before !== null) vote(appId, before, 'cast');
      else if (current) vote(appId, current, 'retract');
    },
    isPending: (appId) => latest.has(appId),
    votedSince(moment) {
      const recent = [...settledAt].filter(([, at]) => at >= moment).map(([id]) => id);
      return new Set([...latest.keys(), ...recent]);
    },
  };
}
