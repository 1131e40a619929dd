import { TRUSTED_LIKES } from '@zapdeck/contract/instance/stats';
import type { Db } from '../../db/client.ts';
import type { NextBatch } from '../../db/delete-batches.ts';
import { run } from '../../db/statement.ts';

export const VOTE_NETWORK_DAYS = 60;
const DAY_MS = 24 * 3_600_000;
const BATCH = 5_000;

const placesIn = (table: string, isOld: string) =>
  `ARRAY(SELECT ctid FROM ${table} WHERE ${isOld} < $1::timestamptz LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;

const FORGET = `DELETE FROM vote_networks WHERE ctid = ANY (${placesIn('vote_networks', 'voted_at')}) RETURNING 1`;
const FORGET_TAKEN = `UPDATE taken_votes SET network = NULL
  WHERE ctid = ANY (${placesIn('taken_votes', 'network IS NOT NULL AND created_at')}) RETURNING 1`;

const FORGET_VIEWS = `DELETE FROM dealt_views WHERE ctid = ANY (${placesIn('dealt_views', 'viewed_at')}) RETURNING 1`;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();

/** Deletes networks of votes older than 60 days, including votes that were taken back. */
export function voteNetworkBatches(db: Db, now: Date): NextBatch {
  const values = [daysBefore(now, VOTE_NETWORK_DAYS)];
  return async () =>
    (await run(db, { text: FORGET, values })).length ||
    (await run(db, { text: FORGET_TAKEN, values })).length;
}

/** Deletes views of dealt cards that no longer count. */
export function dealtViewBatches(db: Db, now: Date): NextBatch {
  const values = [daysBefore(now, TRUSTED_LIKES.days)];
  return async () => (await run(db, { text: FORGET_VIEWS, values })).length;
}
