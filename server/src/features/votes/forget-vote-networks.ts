import type { Db } from '../../db/client.ts';
import { run } from '../../db/statement.ts';

export const VOTE_NETWORK_DAYS = 60;
const DAY_MS = 24 * 3_600_000;
const BATCH = 5_000;

/** Skips rows that a vote or a deletion locks. The next run deletes them. */
const FORGET = `DELETE FROM vote_networks WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM vote_networks WHERE voted_at < $1::timestamptz LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
  RETURNING 1`;

/** Deletes networks of votes that are older than 60 days. Returns their number. */
export async function forgetVoteNetworks(db: Db, now: Date, isOver: () => boolean): Promise<number> {
  const before = new Date(now.getTime() - VOTE_NETWORK_DAYS * DAY_MS);
  let total = 0;
  for (;;) {
    if (isOver()) return total;
    const deleted = (await run(db, { text: FORGET, values: [before.toISOString()] })).length;
    total += deleted;
    if (deleted < BATCH) return total;
  }
}
