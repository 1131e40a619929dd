import { readCatalogue } from '@zapdeck/demo/catalogue';
import { count, eq, inArray } from 'drizzle-orm';
import { v5 } from 'uuid';
import { newId } from '../db/columns.ts';
import { type Db, one } from '../db/client.ts';
import { apps } from '../db/schema/apps.table.ts';
import { users } from '../db/schema/users.table.ts';

/** Ids of demo apps follow from their folders, so that a later start finds them again. */
const DEMO_NAMESPACE = 'a3f7a52e-6d0c-4a52-9a4b-3a3c9c1e7f10';

const demoId = (slug: string) => v5(slug, DEMO_NAMESPACE);

/**
 * Loads the demo catalogue into a database without apps and returns how many there are. In later starts the demo apps
 * only follow the address that the demo server has now. Whether they can be framed is for the check to find out.
 */
export async function seedDemo(db: Db, demoUrl: string, now: Date): Promise<number> {
  const catalogue = await readCatalogue();
  const addressOf = (slug: string) => `${demoUrl}/${slug}/`;
  const { total } = one(await db.select({ total: count() }).from(apps));
  if (total > 0) {
    const known = await db
      .select({ id: apps.id, url: apps.url })
      .from(apps)
      .where(
        inArray(
          apps.id,
          catalogue.map(({ slug }) => demoId(slug)),
        ),
      );
    const urls = new Map(known.map(({ id, url }) => [id, url]));
    for (const { slug } of catalogue) {
      const url = urls.get(demoId(slug));
      if (url !== undefined && url !== addressOf(slug)) {
        await db
          .update(apps)
          .set({ url: addressOf(slug), frameCheckDueAt: now })
          .where(eq(apps.id, demoId(slug)));
      }
    }
    return 0;
  }
  return db.transaction(async (tx) => {
    const makers = new Map(
      [...new Set(catalogue.map(({ maker }) => maker))].map((maker) => [maker, newId()]),
    );
    await tx
      .insert(users)
      .values([...makers].map(([firstName, id]) => ({ id, email: `${id}@demo.invalid`, firstName })));
    const inOrder = catalogue.map(({ slug, maker, ...about }, place) => ({
      ...about,
      // Among equals the feed shows the newest first, so the first of the catalogue must be the newest.
      createdAt: new Date(now.getTime() - place * 1_000),
      id: demoId(slug),
      url: addressOf(slug),
      submittedBy: makers.get(maker) ?? null,
      status: 'approved' as const,
      frameCheckDueAt: now,
    }));
    // The newcomer of each page is the earliest approved: taken from the end of the order, not from its beginning.
    await tx.insert(apps).values(inOrder.toReversed());
    return catalogue.length;
  });
}
