import type { VoteMode, VoteType } from '@zapdeck/contract/votes';
import { outboxOf } from './outbox.ts';

/** A vote as a target state instead of a toggle, so that it can be sent several times. */
export interface VoteSent {
  appId: string;
  voteType: VoteType;
  mode: Exclude<VoteMode, 'toggle'>;
}

/** A vote without a confirmation: the request or the response was lost. */
export interface UnsentVote extends VoteSent {
  title: string;
}

/** Votes of a user that wait for a connection. Of several votes on one app, the last counts. */
export const voteOutbox = outboxOf<UnsentVote>({
  name: 'votes',
  idOf: ({ appId }) => appId,
  isItem(value): value is UnsentVote {
    const { appId, title, voteType, mode } = value as Record<string, unknown>;
    const isVote = (voteType === 'up' || voteType === 'down') && (mode === 'cast' || mode === 'retract');
    return isVote && typeof appId === 'string' && typeof title === 'string';
  },
});
