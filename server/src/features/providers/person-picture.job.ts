import { Id } from '@zapdeck/contract/wire/primitives';
import { and, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { defineJob } from '../../jobs/job.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { storePicture } from '../pictures/pictures.ts';
import type { Deps } from '../../deps.ts';

/** Copies the picture, so that browsers do not request it from the provider. */
export const personPictureJob = defineJob({
  name: 'person-picture',
  data: z.object({ userId: Id, url: z.string() }),
  retries: { limit: 3, firstDelayS: 60, longestDelayS: 3_600 },
  timeoutS: 60,
  async run({ db, clock, fetchPublic, pictureMaker }: Deps, { userId, url }) {
    const isWanted = and(eq(users.id, userId), eq(users.profileImageUrl, url));
    if ((await db.select({ id: users.id }).from(users).where(isWanted)).length === 0) return;
    const { page, failure } = await fetchPublic(url, 'picture');
    if (!page) throw new Error(`The provider's picture could not be fetched: ${failure}`);
    if (page.status !== 200 || !page.isWhole || page.body.length === 0) return;
    const made = await pictureMaker.make(
      { bytes: page.body, role: 'image', widthLeast: 0, ground: null },
      { owner: userId, isJob: true },
    );
    if (made.fault === 'busy') throw new Error('The picture maker is busy');
    if (!made.files) return;
    const { files } = made;
    await inTransaction(db, async (tx) => {
      const picture = await storePicture(tx, files, clock());
      await tx.update(users).set({ picture }).where(isWanted);
    });
  },
});

export async function queuePictureDownload(
  tx: Db,
  jobs: JobQueue,
  user: UserRow,
  url: string | null,
): Promise<void> {
  if (url === null || (url === user.profileImageUrl && user.picture !== null)) return;
  await tx.update(users).set({ profileImageUrl: url }).where(eq(users.id, user.id));
  await jobs.enqueue(tx, personPictureJob, { userId: user.id, url });
}
