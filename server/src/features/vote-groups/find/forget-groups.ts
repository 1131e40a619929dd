import { TAKEN_KEPT_DAYS } from '@zapdeck/contract/moderation/takebacks';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { deleteBatch } from '../../../db/delete-batches.ts';
import { takenVotes } from '../../../db/schema/taken-votes.table.ts';
import { takebacks, voteGroups } from '../../../db/schema/vote-groups.table.ts';

const isBefore = (moment: string, now: Date) =>
  sql`${sql.raw(moment)} < ${now}::timestamptz - make_interval(days => ${TAKEN_KEPT_DAYS})`;

const isOldTakeback = (now: Date) => isBefore('coalesce(settled_at, takebacks.created_at)', now);

/** Deletes a batch of votes that were taken back long ago. Skips votes that are locked. */
export function forgetTakenVotes(db: Db, now: Date): Promise<number> {
  const isOld = sql`takeback_id IN (SELECT id FROM takebacks WHERE ${isOldTakeback(now)})`;
  return deleteBatch(db, takenVotes, isOld);
}

/** Deletes old takebacks without votes, and groups not found for as long. Keeps groups whose votes can be restored. */
export async function forgetGroups(db: Db, now: Date): Promise<number> {
  const isEmpty = sql`NOT EXISTS (SELECT FROM taken_votes WHERE takeback_id = takebacks.id)`;
  const deleted = await deleteBatch(db, takebacks, sql`${isOldTakeback(now)} AND ${isEmpty}`);
  if (deleted > 0) return deleted;
  const isFree = sql`NOT EXISTS (SELECT FROM takebacks WHERE group_id = vote_groups.id)`;
  return deleteBatch(db, voteGroups, sql`${isBefore('last_found_at', now)} AND ${isFree}`);
}
