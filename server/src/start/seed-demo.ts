import type { AuditAction } from '@zapdeck/contract/instance/audit-log';
import { type DemoApp, readCatalogue } from '@zapdeck/demo/catalogue';
import { and, eq, inArray } from 'drizzle-orm';
import { v5 } from 'uuid';
import { newId } from '../db/columns.ts';
import type { Db } from '../db/client.ts';
import { inTransaction } from '../db/transaction.ts';
import { appBaselines } from '../db/schema/app-baselines.table.ts';
import { apps } from '../db/schema/apps.table.ts';
import { differences } from '../features/audit-log/audit-log.ts';
import { givenWords } from '../features/listings/changes/listing-words.ts';
import { appEvents } from '../db/schema/app-history.table.ts';
import { users } from '../db/schema/users.table.ts';

/** Ids are derived from folders, so that later starts find the apps again. */
const DEMO_NAMESPACE = 'a3f7a52e-6d0c-4a52-9a4b-3a3c9c1e7f10';

const demoId = (slug: string) => v5(slug, DEMO_NAMESPACE);

/** A start keeps the texts of a demo app after these events. */
export const DEMO_EDITS: AuditAction[] = ['app.edited', 'app.changed'];

export const readDemoIds = async (): Promise<string[]> =>
  (await readCatalogue()).map(({ slug }) => demoId(slug));

async function followCatalogue(
  db: Db,
  catalogue: readonly DemoApp[],
  addressOf: (slug: string) => string,
  now: Date,
): Promise<void> {
  const ids = catalogue.map(({ slug }) => demoId(slug));
  const known = await db.select().from(apps).where(inArray(apps.id, ids));
  const edits = await db
    .select({ id: appEvents.appId })
    .from(appEvents)
    .where(and(inArray(appEvents.appId, ids), inArray(appEvents.action, DEMO_EDITS)));
  const edited = new Set(edits.map(({ id }) => id));
  for (const { slug, ...about } of catalogue) {
    const app = known.find(({ id }) => id === demoId(slug));
    if (!app) continue;
    if (app.url !== addressOf(slug))
      await db
        .update(apps)
        .set({ url: addressOf(slug), frameCheckDueAt: now })
        .where(eq(apps.id, app.id));
    const words = givenWords(about);
    if (edited.has(app.id) || !differences(app, words)) continue;
    await inTransaction(db, async (tx) => {
      await tx.update(apps).set(words).where(eq(apps.id, app.id));
      // Otherwise moderators would see the update as a change of the app.
      await tx.update(appBaselines).set(words).where(eq(appBaselines.appId, app.id));
    });
  }
}

/** Adds demo apps to a database without apps. Returns their number. */
export async function seedDemo(db: Db, demoUrl: string, now: Date): Promise<number> {
  const catalogue = await readCatalogue();
  const addressOf = (slug: string) => `${demoUrl}/${slug}/`;
  if ((await db.$count(apps)) > 0) {
    await followCatalogue(db, catalogue, addressOf, now);
    return 0;
  }
  return inTransaction(db, async (tx) => {
    const makers = new Map(
      [...new Set(catalogue.map(({ maker }) => maker))].map((maker) => [maker, newId()]),
    );
    await tx
      .insert(users)
      .values([...makers].map(([firstName, id]) => ({ id, email: `${id}@demo.invalid`, firstName })));
    const inOrder = catalogue.map(({ slug, maker, ...about }, place) => ({
      ...about,
      createdAt: new Date(now.getTime() - place * 1_000),
      id: demoId(slug),
      url: addressOf(slug),
      submittedBy: makers.get(maker) ?? null,
      status: 'approved' as const,
      frameCheckDueAt: now,
    }));
    // The deck of new apps starts with the latest approval, so the first app of the catalogue is approved last.
    await tx.insert(apps).values(inOrder.toReversed());
    return catalogue.length;
  });
}
