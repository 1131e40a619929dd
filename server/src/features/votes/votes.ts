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
import { type Claim, KEYS_KEPT_MS } from '../../http/idempotency.ts';
import { Refusal } from '../../http/refusal.ts';

type Standing = { voteType: VoteType | null; upvotes: number; downvotes: number };

/** A vote on its way; `after` says which one stands after none, after up and after down. */
interface VoteSent {
  voterId: string;
  appId: string;
  after: readonly (VoteType | null)[];
  now: Date;
  claim: Claim | undefined;
}

/** What became of a vote. */
type Outcome = Standing | 'app_not_found' | 'idempotency_key_reused';

const SET_VOTE = `SELECT vote_after AS "voteType", upvotes_after AS upvotes, downvotes_after AS downvotes
  FROM set_vote($1, $2, $3, $4, $5, $6, $7)`;

const SET_VOTES = `SELECT place, vote_after AS "voteType", upvotes_after AS upvotes, downvotes_after AS downvotes,
    is_key_reused AS "isKeyReused"
  FROM set_votes($1, $2, $3, $4, $5, $6, $7, $8, $9, make_interval(secs => $10), $11)`;

const valuesOf = ({ voterId, appId, after, now }: VoteSent) => [
  newId(),
  voterId,
  appId,
  ...after,
  now.toISOString(),
];

async function setVote(db: Db, vote: VoteSent): Promise<Outcome> {
  try {
    const [standing] = await run<Standing>(db, { text: SET_VOTE, values: valuesOf(vote) });
    return standing ?? 'app_not_found';
  } catch (error) {
    if (!isForeignKeyViolation(error, 'votes_user_id_users_id_fk')) throw error;
    throw new Refusal('unauthorized');
  }
}

async function setVotes(db: Db, votes: readonly VoteSent[], waits: boolean): Promise<Map<number, Outcome>> {
  const rows = votes.map((vote) => [
    ...valuesOf(vote),
    vote.claim?.keyHash ?? null,
    vote.claim?.requestHash ?? null,
  ]);
  const values = [...inColumns(rows), KEYS_KEPT_MS / 1_000, waits];
  const found = await run<(Standing | { upvotes: null }) & { place: number; isKeyReused: boolean }>(db, {
    text: SET_VOTES,
    values,
  });
  const outcomes = new Map<number, Outcome>();
  for (const { place, isKeyReused, ...row } of found) {
    const standing = row.upvotes === null ? 'app_not_found' : row;
    outcomes.set(place, isKeyReused ? 'idempotency_key_reused' : standing);
  }
  return outcomes;
}

const writeVote = writeTogether<VoteSent, Outcome>({
  async alone(db, vote) {
    if (!vote.claim) return setVote(db, vote);
    const outcome = (await setVotes(db, [vote], true)).get(1);
    if (outcome === undefined) throw new Refusal('unauthorized');
    return outcome;
  },
  several: setVotes,
});

function messageFor(mode: VoteMode, standing: VoteType | null): string {
  if (standing === null) return 'Vote removed';
  return mode === 'retract' ? 'Vote unchanged' : 'Vote recorded';
}

/**
 * Casts, switches or takes away the voter's vote; one vote or none stands after any number at once. Under a key it is
 * done once, and a repeat gets the answer of the first. Refuses with `app_not_found`, `idempotency_key_reused`.
 */
export async function castVote(
  db: Db,
  voterId: string,
  { appId, voteType, mode }: BodyOf<typeof castVoteRoute>,
  { now, claim }: { now: Date; claim?: Claim | undefined },
): Promise<ResponseOf<typeof castVoteRoute>> {
  const after = ([null, 'up', 'down'] as const).map((before) => nextVote(before, voteType, mode));
  const outcome = await writeVote(db, { voterId, appId, after, now, claim });
  if (typeof outcome === 'string') throw new Refusal(outcome);
  const { voteType: stands, upvotes, downvotes } = outcome;
  return {
    message: messageFor(mode, stands),
    userVote: stands && { voteType: stands, userId: voterId },
    upvotes,
    downvotes,
  };
}
