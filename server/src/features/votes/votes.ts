import type { BodyOf, ResponseOf } from '@zapdeck/contract/route';
import {
  type castVote as castVoteRoute,
  nextVote,
  type VoteMode,
  type VoteType,
} from '@zapdeck/contract/votes';
import { newId } from '../../db/columns.ts';
import type { Db } from '../../db/client.ts';
import { isForeignKeyViolation } from '../../db/constraints.ts';
import { inColumns, run } from '../../db/statement.ts';
import { writeTogether } from '../../db/write-together.ts';
import { Refusal } from '../../http/refusal.ts';

type Standing = { voteType: VoteType | null; upvotes: number; downvotes: number };

/** A vote on its way; `after` says which one stands after none, after up and after down. */
interface VoteSent {
  voterId: string;
  appId: string;
  after: readonly (VoteType | null)[];
  now: Date;
}

const SET_VOTE = `SELECT vote_after AS "voteType", upvotes_after AS upvotes, downvotes_after AS downvotes
  FROM set_vote($1, $2, $3, $4, $5, $6, $7)`;

const SET_VOTES = `SELECT place, vote_after AS "voteType", upvotes_after AS upvotes, downvotes_after AS downvotes
  FROM set_votes($1, $2, $3, $4, $5, $6, $7, $8)`;

const valuesOf = ({ voterId, appId, after, now }: VoteSent) => [
  newId(),
  voterId,
  appId,
  ...after,
  now.toISOString(),
];

/** What stands after it; null where there is no such approved app. */
const writeVote = writeTogether<VoteSent, Standing | null>({
  async alone(db, vote) {
    try {
      const [standing] = await run<Standing>(db, { text: SET_VOTE, values: valuesOf(vote) });
      return standing ?? null;
    } catch (error) {
      if (!isForeignKeyViolation(error, 'votes_user_id_users_id_fk')) throw error;
      throw new Refusal('unauthorized');
    }
  },
  async several(db, votes, waits) {
    const values = [...inColumns(votes.map(valuesOf)), waits];
    const rows = await run<(Standing | { upvotes: null }) & { place: number }>(db, {
      text: SET_VOTES,
      values,
    });
    return new Map(rows.map((row) => [row.place, row.upvotes === null ? null : row]));
  },
});

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
  const after = ([null, 'up', 'down'] as const).map((before) => nextVote(before, voteType, mode));
  const standing = await writeVote(db, { voterId, appId, after, now });
  if (!standing) throw new Refusal('app_not_found');
  const { voteType: stands, upvotes, downvotes } = standing;
  return {
    message: messageFor(mode, stands),
    userVote: stands && { voteType: stands, userId: voterId },
    upvotes,
    downvotes,
  };
}
