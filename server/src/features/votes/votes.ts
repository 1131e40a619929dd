import type { BodyOf, ResponseOf } from '@zapdeck/contract/route';
import {
  type castVote as castVoteRoute,
  nextVote,
  type VoteMode,
  type VoteType,
} from '@zapdeck/contract/votes';
import { newId } from '../../db/columns.ts';
import type { Db } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import { Refusal } from '../../http/refusal.ts';

type Standing = { voteType: VoteType | null; upvotes: number; downvotes: number };

const SET_VOTE = `SELECT vote_after AS "voteType", upvotes_after AS upvotes, downvotes_after AS downvotes
  FROM set_vote($1, $2, $3, $4, $5, $6, $7)`;

function messageFor(mode: VoteMode, standing: VoteType | null): string {
  if (standing === null) return 'Vote removed';
  return mode === 'retract' ? 'Vote unchanged' : 'Vote recorded';
}

/** Casts, switches or takes away the voter's vote; one vote or none stands after any number at once. `app_not_found`. */
export async function castVote(
  db: Db,
  voterId: string,
  { appId, voteType, mode }: BodyOf<typeof castVoteRoute>,
  now: Date,
): Promise<ResponseOf<typeof castVoteRoute>> {
  const [afterNone, afterUp, afterDown] = ([null, 'up', 'down'] as const).map((current) =>
    nextVote(current, voteType, mode),
  );
  const values = [newId(), voterId, appId, afterNone, afterUp, afterDown, now.toISOString()];
  const [standing] = await run<Standing>(db, { text: SET_VOTE, values });
  if (!standing) throw new Refusal('app_not_found');
  const { voteType: stands, upvotes, downvotes } = standing;
  return {
    message: messageFor(mode, stands),
    userVote: stands && { voteType: stands, userId: voterId },
    upvotes,
    downvotes,
  };
}
