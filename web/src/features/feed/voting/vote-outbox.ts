import type { VoteSent } from './create-voting.ts';

/** A vote that did not reach the server, or whose answer did not reach us. It is sent again under its own key. */
export interface VoteLeft extends VoteSent {
  title: string;
}

const VOTES_MAX = 200;

function storageKey(userId: string): string {
  return `zapdeck.votes.${userId}`;
}

/** What another version of us may have left there is looked at before it is believed. */
function isVoteLeft(value: unknown): value is VoteLeft {
  if (typeof value !== 'object' || value === null) return false;
  const { appId, title, voteType, mode, key } = value as Record<string, unknown>;
  const isVote = (voteType === 'up' || voteType === 'down') && (mode === 'cast' || mode === 'retract');
  return isVote && [appId, title, key].every((text) => typeof text === 'string');
}

/** The votes of this person that wait for a connection, oldest first. */
export function votesLeft(userId: string): VoteLeft[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isVoteLeft) : [];
  } catch {
    return [];
  }
}

function store(userId: string, votes: readonly VoteLeft[]): void {
  try {
    if (votes.length === 0) localStorage.removeItem(storageKey(userId));
    else localStorage.setItem(storageKey(userId), JSON.stringify(votes.slice(-VOTES_MAX)));
  } catch {
    // Without storage a vote cast offline is lost with the page; the vote itself was rolled back on the screen.
  }
}

/** Keeps the vote; of several on one app the last counts. */
export function keepVote(userId: string, vote: VoteLeft): void {
  store(userId, [...votesLeft(userId).filter(({ appId }) => appId !== vote.appId), vote]);
}

/** Lets go of what was kept for the app. */
export function dropVote(userId: string, appId: string): void {
  const votes = votesLeft(userId);
  if (votes.some((vote) => vote.appId === appId))
    store(
      userId,
      votes.filter((vote) => vote.appId !== appId),
    );
}
