import type { VoteMode, VoteType } from '@zapdeck/contract/votes';
import { outboxOf } from './outbox.ts';

/** A vote that says what is to stand, not what to turn over: it may be sent several times. */
export interface VoteSent {
  appId: string;
  voteType: VoteType;
  mode: Exclude<VoteMode, 'toggle'>;
}

/** A vote that did not reach the server, or whose answer did not reach us. */
export interface UnsentVote extends VoteSent {
  title: string;
}

/** The votes of a person that wait for a connection; of several on one app the last counts. */
export const voteOutbox = outboxOf<UnsentVote>({
  name: 'votes',
  idOf: ({ appId }) => appId,
  isItem(value): value is UnsentVote {
    const { appId, title, voteType, mode } = value as Record<string, unknown>;
    const isVote = (voteType === 'up' || voteType === 'down') && (mode === 'cast' || mode === 'retract');
    return isVote && typeof appId === 'string' && typeof title === 'string';
  },
});
