import type { BodyOf, ResponseOf } from '@zapdeck/contract/wire/route';
import {
  type castVote as castVoteRoute,
  nextVote,
  type VoteMode,
  type VoteType,
} from '@zapdeck/contract/feed/votes';
import { message } from '@zapdeck/contract/wire/message';
import { newId } from '../../db/columns.ts';
import { shareCommit } from '../../db/share-commit.ts';
import type { Db } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import { networkOfVote } from '../../http/networks.ts';
import { refuseForeign } from '../../accounts/admission.ts';
import { Refusal } from '../../http/refusal.ts';

interface VoteSent {
  voterId: string;
  appId: string;
  after: readonly (VoteType | null)[];
  network: Buffer;
  now: Date;
}

type VoteOutcome = { place: number; voteType: VoteType | null } & (
  | { upvotes: number; downvotes: number }
  | { upvotes: null; downvotes: null }
);

const CAST_VOTES = `SELECT place, vote_after AS "voteType", upvotes_after AS upvotes, downvotes_after AS downvotes
  FROM cast_votes_from_networks($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

const castShared = shareCommit<VoteSent, VoteOutcome | 'unauthorized'>({
  rowOf: ({ appId }) => appId,
  async write(db, votes, waits) {
    const values = [
      votes.map(() => newId()),
      votes.map(({ voterId }) => voterId),
      votes.map(({ appId }) => appId),
      ...[0, 1, 2].map((before) => votes.map(({ after }) => after[before])),
      votes.map(({ now }) => now.toISOString()),
      votes.map(({ network }) => network),
      waits,
    ];
    const found = await run<VoteOutcome>(db, { text: CAST_VOTES, values });
    const byPlace = new Map(found.map((outcome) => [outcome.place, outcome]));
    return votes.map((_vote, index) => byPlace.get(index + 1) ?? (waits ? 'unauthorized' : undefined));
  },
});

function messageFor(mode: VoteMode, standing: VoteType | null): string {
  if (standing === null) return message('Vote removed');
  return mode === 'retract' ? message('Vote unchanged') : message('Vote recorded');
}

/** Casts a vote. Concurrent calls leave at most one. Rejects with `app_not_found` or `unauthorized`. */
export async function castVote(
  db: Db,
  voterId: string,
  sent: BodyOf<typeof castVoteRoute>,
  { now, address }: { now: Date; address: string },
): Promise<ResponseOf<typeof castVoteRoute>> {
  refuseForeign(sent, voterId);
  const { appId, voteType, mode } = sent;
  const after = ([null, 'up', 'down'] as const).map((before) => nextVote(before, voteType, mode));
  const network = await networkOfVote(db, address);
  const outcome = await castShared(db, { voterId, appId, after, network, now });
  if (outcome === 'unauthorized') throw new Refusal('unauthorized');
  if (outcome.upvotes === null) throw new Refusal('app_not_found');
  const { voteType: stands, upvotes, downvotes } = outcome;
  return {
    message: messageFor(mode, stands),
    userVote: stands && { voteType: stands, userId: voterId },
    upvotes,
    downvotes,
  };
}
