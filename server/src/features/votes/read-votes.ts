import type { VoteType } from '@zapdeck/contract/votes';
import { run, unplanned } from '../../db/statement.ts';
import { sharedRead } from '../../db/shared-reads.ts';

interface Asked {
  voterId: string;
  appIds: readonly string[];
}

/** Planned once: knowing how many ask, PostgreSQL would plan anew with each call, which takes longer than the call. */
const READ_VOTES = `SELECT asked.no::int, votes.app_id AS "appId", votes.vote_type AS "voteType"
  FROM unnest(${unplanned('$1::uuid[]')}, ${unplanned('$2::text[]')}) WITH ORDINALITY AS asked (voter_id, app_ids, no)
  CROSS JOIN LATERAL (SELECT app_id, vote_type FROM votes
    WHERE user_id = asked.voter_id AND app_id = ANY (asked.app_ids::uuid[]) OFFSET 0) AS votes`;

/** Returns the voter's vote on each of the apps, in their order; null for none. */
export const readVotes = sharedRead(async (db, asked: readonly Asked[]): Promise<(VoteType | null)[][]> => {
  const values = [asked.map(({ voterId }) => voterId), asked.map(({ appIds }) => `{${appIds.join(',')}}`)];
  const rows = await run<{ no: number; appId: string; voteType: VoteType }>(db, {
    text: READ_VOTES,
    values,
  });
  const found = new Map(rows.map(({ no, appId, voteType }) => [`${no} ${appId}`, voteType]));
  return asked.map(({ appIds }, index) => appIds.map((appId) => found.get(`${index + 1} ${appId}`) ?? null));
});
