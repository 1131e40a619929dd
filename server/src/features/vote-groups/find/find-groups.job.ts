import { Worker } from 'node:worker_threads';
import { GROUP_ACCOUNTS_MIN } from '@zapdeck/contract/moderation/vote-groups';
import { defineScheduledJob } from '../../../jobs/job.ts';
import type { Group } from './find-groups.ts';
import type { Likes } from './likes.ts';
import type { Db } from '../../../db/client.ts';
import { readLikes } from './read-likes.ts';
import { storeGroup } from './store-group.ts';

const LOOK_MS = 200;

/** Finds groups in a thread, so that requests do not wait. Returns undefined if stopped early. */
export async function findBeside(
  { accounts, makers, accountOf, appOf }: Likes,
  isOver: () => boolean,
): Promise<Group[] | undefined> {
  const thread = new Worker(new URL('find-thread.ts', import.meta.url), {
    workerData: { accounts, makers, accountOf, appOf } satisfies Likes,
    transferList: [...new Set([makers, accountOf, appOf].map(({ buffer }) => buffer as ArrayBuffer))],
  });
  const { promise, resolve, reject } = Promise.withResolvers<Group[] | undefined>();
  thread.once('message', resolve).once('error', reject);
  const looking = setInterval(() => {
    if (isOver()) resolve(undefined);
  }, LOOK_MS);
  try {
    return isOver() ? undefined : await promise;
  } finally {
    clearInterval(looking);
    await thread.terminate();
  }
}

/** Finds and stores the groups. Returns false if it stopped early without storing any. */
export async function refreshGroups(db: Db, now: Date, isOver: () => boolean): Promise<boolean> {
  const likes = await readLikes(db, now, isOver);
  if (!likes) return false;
  const groups = likes.accounts < GROUP_ACCOUNTS_MIN ? [] : await findBeside(likes, isOver);
  if (!groups) return false;
  for (const group of groups) await storeGroup(db, group, likes, now);
  return true;
}

const WORK_MS = 8 * 60_000;

/** Finds groups of accounts with the same likes, every night. The next run makes up for a stopped one. */
export const findGroupsJob = defineScheduledJob({
  name: 'find-groups',
  timeoutS: 10 * 60,
  cron: '40 2 * * *',
  async run({ db, clock }, { log, isStopping }) {
    const began = performance.now();
    const isOver = () => isStopping() || performance.now() - began > WORK_MS;
    if (!(await refreshGroups(db, clock(), isOver))) log.warn('the comparison of likes stopped early');
  },
});
