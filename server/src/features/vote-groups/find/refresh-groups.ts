import { TAKEN_KEPT_DAYS } from '@zapdeck/contract/takebacks';
import { GROUP_ACCOUNTS_MIN } from '@zapdeck/contract/vote-groups';
import { sql } from 'drizzle-orm';
import { allowLongWork } from '../../../db/allow-long-work.ts';
import type { Db } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { findBeside } from './find-beside.ts';
import { readLikes } from './read-likes.ts';
import { storeGroup } from './store-group.ts';

/** A vote deletes its row in `taken_votes`, and waits while a batch is deleted. */
const BATCH = 5_000;

/**
 * Deletes votes that were taken back long ago, and groups that were not found for as long. A group stays while its votes can be put
 * back. There can be millions of these votes. The next run finds those that a vote locks.
 */
async function forgetOld(db: Db, now: Date, isOver: () => boolean): Promise<void> {
  const before = sql`${now}::timestamptz - make_interval(days => ${TAKEN_KEPT_DAYS})`;
  const isOld = sql`coalesce(settled_at, takebacks.created_at) < ${before}`;
  const deleteBatch = sql`DELETE FROM taken_votes WHERE ctid = ANY (ARRAY(
      SELECT taken_votes.ctid FROM taken_votes JOIN takebacks ON takebacks.id = takeback_id WHERE ${isOld}
      LIMIT ${BATCH} FOR UPDATE OF taken_votes SKIP LOCKED))`;
  let deleted: number;
  do deleted = (await db.execute(deleteBatch)).rowCount ?? 0;
  while (deleted === BATCH && !isOver());
  await inTransaction(db, async (tx) => {
    await allowLongWork(tx);
    await tx.execute(sql`DELETE FROM takebacks WHERE ${isOld}
      AND NOT EXISTS (SELECT FROM taken_votes WHERE takeback_id = takebacks.id)`);
    await tx.execute(sql`DELETE FROM vote_groups WHERE last_found_at < ${before}
      AND NOT EXISTS (SELECT FROM takebacks WHERE group_id = vote_groups.id)`);
  });
}

/** Finds and stores the groups. Returns false if it stopped early, and then has stored nothing. */
export async function refreshGroups(db: Db, now: Date, isOver: () => boolean): Promise<boolean> {
  await forgetOld(db, now, isOver);
  const likes = await readLikes(db, now, isOver);
  if (!likes) return false;
  const groups = likes.accounts < GROUP_ACCOUNTS_MIN ? [] : await findBeside(likes, isOver);
  if (!groups) return false;
  for (const group of groups) await storeGroup(db, group, likes, now);
  return true;
}
