import { Worker } from 'node:worker_threads';
import type { Group } from './find-groups.ts';
import type { Likes } from './likes.ts';

const LOOK_MS = 200;

/** Finds groups in a thread, so that requests do not wait. Takes the arrays of `likes`. Returns undefined if it stopped early. */
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
