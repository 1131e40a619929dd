import { TAKEN_KEPT_DAYS } from '@zapdeck/contract/takebacks';
import { sql } from 'drizzle-orm';
import { allowLongWork } from '../../../db/allow-long-work.ts';
import type { Db } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { findBeside } from './find-beside.ts';
import { readLikes } from './read-likes.ts';
import { storeGroup } from './store-group.ts';

/**
 * Deletes votes that were taken back long ago, and groups that were not found for as long. A group stays while its votes can be put
 * back. There can be millions of these votes.
 */
async function forgetOld(db: Db, now: Date): Promise<void> {
  const before = sql`${now}::timestamptz - make_interval(days => ${TAKEN_KEPT_DAYS})`;
  await inTransaction(db, async (tx) => {
    await allowLongWork(tx);
    await tx.execute(sql`DELETE FROM takebacks WHERE coalesce(settled_at, created_at) < ${before}`);
    await tx.execute(sql`DELETE FROM vote_groups WHERE last_found_at < ${before}
      AND NOT EXISTS (SELECT FROM takebacks WHERE group_id = vote_groups.id)`);
  });
}

/** Finds and stores the groups. Returns false if it stopped early, and then has stored nothing. */
export async function refreshGroups(db: Db, now: Date, isOver: () => boolean): Promise<boolean> {
  await forgetOld(db, now);
  const likes = await readLikes(db, now, isOver);
  const groups = likes && (await findBeside(likes, isOver));
  if (!groups) return false;
  for (const group of groups) await storeGroup(db, group, likes, now);
  return true;
}
