import { plural, t } from '@lingui/core/macro';
import type { App } from '@zapdeck/contract/apps/apps';
import { nextVote, recount, type VoteMode, type VoteType } from '@zapdeck/contract/feed/votes';
import { navigate } from 'wouter/use-browser-location';
import { isSavedLike, removeSavedLike, savedLikes, saveLike } from '../../../../lib/pending/saved-likes.ts';
import {
  dropVote,
  isVotePending,
  onVote,
  onVoteQueue,
  pendingVotes,
  recordedLine,
  setVote,
  type ShownVote,
  votedSince,
} from '../../../../lib/pending/votes.ts';
import { loginFromHere } from '../../../../lib/return-to.ts';
import { toast } from '../../../../lib/toasts.ts';
import { currentApp, voteOf } from '../../state/deck.ts';
import type { FeedUser } from '../../state/feed-state.ts';
import type { FeedStore } from '../../state/feed-store.ts';

/** The first like of a session and every tenth show how many are saved. */
const NOTIFY_EVERY = 10;
const COUNT_KEY = 'zapdeck.guest-likes';
const SAVED_LINE_MS = 3_000;

function offerSignUp(): void {
  toast({
    title: t`Sign Up Required`,
    description: t`Create an account to vote on apps and unlock full features`,
    action: { label: t`Sign Up`, onClick: () => navigate(loginFromHere()) },
  });
}

/** Counts the likes of this session. Returns undefined if the browser stores nothing. */
function countLike(): number | undefined {
  try {
    const count = (Number(sessionStorage.getItem(COUNT_KEY)) || 0) + 1;
    sessionStorage.setItem(COUNT_KEY, String(count));
    return count;
  } catch {
    return undefined;
  }
}

function notifySaved(saved: number): void {
  toast({
    title: t`${plural(saved, {
      1: 'Saved on this device. Sign up to keep it.',
      other: '# likes saved on this device. Sign up to keep them.',
    })}`,
    durationMs: SAVED_LINE_MS,
    look: 'line',
  });
}

/** Votes of a guest: likes are saved on this device, and the thumbs offer an account. */
function createGuestVoting(userId: string) {
  return {
    voteOn: (app: App): VoteType | null => (isSavedLike(userId, app.id) ? 'up' : voteOf(app)),
    like(app: App) {
      saveLike(userId, app);
      const count = countLike();
      if (count === 1 || (count && count % NOTIFY_EVERY === 0)) notifySaved(savedLikes(userId).length);
    },
    toggle() {
      offerSignUp();
      return false;
    },
    undoLike: (appId: string) => removeSavedLike(userId, appId),
    start: () => () => undefined,
  };
}

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
  /** Shows votes of all screens on the cards. Returns how to stop. */
  start: () => () => void;
}

export function createVoting({ id, isGuest }: FeedUser, store: FeedStore): Voting {
  return isGuest ? createGuestVoting(id) : createMemberVoting(id, store);
}

const VOTE_TOAST_MS = 1_500;

/** Shows the full message on the app's own card, and one line over any other card. */
function notifyRecorded({ title }: App, before: VoteType | null, after: VoteType | null, isOwnCard: boolean) {
  const line = recordedLine(title, before, after);
  const heading = after === null ? t`Vote Removed` : t`Vote Recorded`;
  toast(
    isOwnCard
      ? { title: heading, description: line, durationMs: VOTE_TOAST_MS }
      : { title: line, durationMs: VOTE_TOAST_MS, look: 'line' },
  );
}

function createMemberVoting(userId: string, { get, set, dispatch }: FeedStore): Voting {
  const read = (appId: string) => get().deck.apps.find((app) => app.id === appId);

  const vote = async (app: App, voteType: VoteType, mode: VoteMode) => {
    const before = voteOf(app);
    const after = nextVote(before, voteType, mode);
    if (after === before) {
      // A vote that waits would change what the user has now confirmed.
      if (!isVotePending(app.id)) dropVote(userId, app.id);
      return;
    }
    if (!(await setVote(userId, app, before, after))) return;
    notifyRecorded(app, before, after, mode === 'toggle' && currentApp(get().deck)?.id === app.id);
  };

  const show = ({ appId, vote: shown, counts }: ShownVote) => {
    const app = read(appId);
    if (!app) return;
    const userVote = shown === null ? null : { voteType: shown, userId };
    dispatch({
      type: 'patch',
      id: appId,
      change: { userVote, ...(counts ?? recount(app, voteOf(app), shown)) },
    });
  };

  return {
    voteOn: voteOf,
    like(app) {
      const known = read(app.id);
      if (known) void vote(known, 'up', 'cast');
    },
    toggle(app, voteType) {
      if (isVotePending(app.id)) return false;
      const isCast = voteOf(app) !== voteType;
      void vote(app, voteType, 'toggle');
      return isCast;
    },
    undoLike(appId, before) {
      // A vote that failed is rolled back on the screen, but still waits.
      if (!isVotePending(appId)) dropVote(userId, appId);
      const app = read(appId);
      if (app && voteOf(app) === 'up') void vote(app, before ?? 'up', before ? 'cast' : 'retract');
    },
    start() {
      const showPending = () => set({ pending: pendingVotes() });
      // Other screens may have changed votes while the feed was covered.
      for (const change of votedSince(0).values()) show(change);
      showPending();
      const stops = [onVote(show), onVoteQueue(showPending)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
