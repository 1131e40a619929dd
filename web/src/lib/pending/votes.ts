import { plural, t } from '@lingui/core/macro';
import type { App, LikedApp } from '@zapdeck/contract/apps/apps';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { castVote, type VoteType } from '@zapdeck/contract/feed/votes';
import { toast } from '../toasts.ts';
import { call, isSessionChanged } from '../call.ts';
import { messageOf, reportFailedAction } from '../failures.ts';
import { mayPass } from '../idempotency.ts';
import { markVoted } from '../outdated-lists.ts';
import { knownUser, onTakeover, refreshSession } from '../session.ts';
import { handleExpiredSession } from '../session-expiry.ts';
import { createQueue } from './queue.ts';
import { removeSavedLike, savedLikes, type VoteChange, voteKind } from './saved-likes.ts';

type Response = ResponseOf<typeof castVote>;

/** The vote on an app that all screens show. */
export interface ShownVote {
  appId: string;
  vote: VoteType | null;
  counts?: Pick<Response, 'upvotes' | 'downvotes'> | undefined;
  app?: App | LikedApp | undefined;
}

interface Vote extends ShownVote {
  /** The vote that the server has, as far as this tab knows. It is shown again if a request fails. */
  stored: VoteType | null;
  /** Time of the server's last response (`performance.now()`). Undefined during a request. */
  settledAt: number | undefined;
}

const VOTE_TOAST_MS = 1_500;

/** Votes that this tab has sent. A list read before the response may contain an older vote. */
const votes = new Map<string, Vote>();
onTakeover(() => votes.clear());

const listeners = new Set<(vote: ShownVote) => void>();

function show(vote: Vote): void {
  votes.set(vote.appId, vote);
  for (const listener of listeners) listener(vote);
}

const queue = createQueue<VoteChange, Response>({
  ...voteKind,
  laneOf: ({ appId }) => appId,
  atOnce: 4,
  async send(userId, { appId, voteType, mode }) {
    const response = await call(castVote, { body: { appId, voteType, mode, userId } }, { repeats: true });
    const known = votes.get(appId);
    if (known) votes.set(appId, { ...known, stored: response.userVote?.voteType ?? null });
    return response;
  },
  onStored({ appId }, { userVote, upvotes, downvotes }) {
    const vote = userVote?.voteType ?? null;
    const counts = { upvotes, downvotes };
    show({ ...votes.get(appId), appId, vote, stored: vote, counts, settledAt: performance.now() });
    markVoted();
  },
  onFailed({ appId }) {
    const known = votes.get(appId);
    if (known) show({ ...known, vote: known.stored, counts: undefined, settledAt: performance.now() });
  },
});

function notifyFailed(appId: string, error: unknown): void {
  if (handleExpiredSession(error)) return;
  if (isSessionChanged(error)) {
    void refreshSession();
    return;
  }
  reportFailedAction('vote', error, { appId });
  toast(
    mayPass(error)
      ? { title: t`Connection Issue`, description: t`Your vote will be saved when connection is restored.` }
      : { title: t`Couldn’t count your vote`, description: messageOf(error, t`Please try again.`) },
  );
}

/**
 * Casts or removes the user's vote, at once on all screens. After a permanent failure, shows the server's vote and a
 * message. After a temporary one, keeps the vote for later. Returns true if the server has stored it as the newest.
 */
export async function setVote(
  userId: string,
  app: App | LikedApp,
  before: VoteType | null,
  after: VoteType | null,
): Promise<boolean> {
  // A button in a toast outlives its list, so another user may have signed in.
  if (knownUser()?.id !== userId) return false;
  const { id: appId, title } = app;
  const known = isVotePending(appId) ? votes.get(appId) : undefined;
  const stored = known ? known.stored : before;
  show({ appId, app, vote: after, stored, counts: undefined, settledAt: undefined });
  const voteType = after ?? before ?? 'up';
  const change: VoteChange = { appId, title, voteType, mode: after === null ? 'retract' : 'cast' };
  try {
    await queue.submit(userId, change);
    return votes.get(appId)?.vote === after;
  } catch (error) {
    notifyFailed(appId, error);
    return false;
  }
}

/** Drops a waiting vote. Votes that are being sent are replaced by a newer one instead. */
export function dropVote(userId: string, appId: string): void {
  const change = queue.waiting(userId).find((waiting) => waiting.appId === appId);
  if (change) queue.drop(userId, change);
}

/** Returns true while the vote on the app is being sent. */
export const isVotePending = (appId: string): boolean => queue.underWay().has(appId);

/** Returns the ids of apps whose vote is being sent. */
export const pendingVotes = (): ReadonlySet<string> => queue.underWay();

/** Returns the votes sent or answered after the time (`performance.now()`), by app, oldest first. */
export function votedSince(time: number): ReadonlyMap<string, ShownVote> {
  return new Map(
    [...votes].filter(
      ([id, { settledAt }]) => isVotePending(id) || (settledAt !== undefined && settledAt >= time),
    ),
  );
}

/** Calls the listener with each new vote that the screens show. */
export function onVote(listener: (vote: ShownVote) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls the listener when votes are stored, sent or dropped. */
export const onVoteQueue = queue.subscribe;

function notifySent(stored: readonly [VoteChange, Response][]): void {
  const [only] = stored;
  const sent = stored.length;
  if (!only) return;
  if (sent > 1) {
    const description = plural(sent, {
      one: '# vote from this device is saved.',
      other: '# votes from this device are saved.',
    });
    toast({ title: t`Votes recorded`, description });
    return;
  }
  const [{ title, mode, voteType }, { userVote }] = only;
  const line = recordedLine(title, mode === 'retract' ? voteType : null, userVote?.voteType ?? null);
  toast({ title: line, durationMs: VOTE_TOAST_MS, look: 'line' });
}

/** Returns one line about the result of a vote. */
export function recordedLine(title: string, before: VoteType | null, after: VoteType | null): string {
  if (after === null) return before === 'down' ? t`Dislike removed` : t`Like removed`;
  return after === 'up' ? t`You liked ${title}` : t`You disliked ${title}`;
}

/** Sends a member's waiting votes, and shows how many are saved. */
export async function sendVotes(userId: string): Promise<void> {
  notifySent(await queue.sendAll(userId, ({ appId }, error) => notifyFailed(appId, error)));
}

/**
 * Casts a guest's likes as votes of the account and returns how many the server accepted. Drops likes of apps that left
 * the deck or have a waiting vote. After a temporary failure, the rest is sent later.
 */
export async function castSavedLikes(guestId: string, userId: string): Promise<number> {
  const likes = savedLikes(guestId);
  if (guestId !== userId) {
    const waiting = new Set(queue.waiting(userId).map(({ appId }) => appId));
    for (const like of likes) {
      if (!waiting.has(like.appId)) queue.keep(userId, like);
      removeSavedLike(guestId, like.appId);
    }
  }
  const ids = new Set(likes.map(({ appId }) => appId));
  const stored = await queue.sendAll(userId, () => undefined);
  return stored.filter(([{ appId, mode }]) => ids.has(appId) && mode === 'cast').length;
}
