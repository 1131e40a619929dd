import { GROUP_ACCOUNTS_MIN } from '@zapdeck/contract/moderation/vote-groups';
import type { Db } from '../../../db/client.ts';
import { findBeside } from './find-beside.ts';
import { readLikes } from './read-likes.ts';
import { storeGroup } from './store-group.ts';

/** Finds and stores the groups. Returns false if it stopped early, and then has stored nothing. */
export async function refreshGroups(db: Db, now: Date, isOver: () => boolean): Promise<boolean> {
  const likes = await readLikes(db, now, isOver);
  if (!likes) return false;
  const groups = likes.accounts < GROUP_ACCOUNTS_MIN ? [] : await findBeside(likes, isOver);
  if (!groups) return false;
  for (const group of groups) await storeGroup(db, group, likes, now);
  return true;
}
