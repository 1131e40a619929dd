import { editApp } from '@zapdeck/contract/apps/apps';
import { listFeed } from '@zapdeck/contract/feed/feed';
import { readCatalogue, UNFRAMEABLE_SLUG, UNREACHABLE_SLUG } from '@zapdeck/demo/catalogue';
import { desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { appBaselines } from '../db/schema/app-baselines.table.ts';
import { apps } from '../db/schema/apps.table.ts';
import { openTestApp } from '../testing/test-app.ts';
import { seedDemo } from './seed-demo.ts';

const DEMO_URL = 'http://localhost:3001';

test('updates the texts of demo apps unless they were changed', async () => {
  const t = await openTestApp();
  const { db } = t.deps;
  const catalogue = await readCatalogue();
  await seedDemo(db, DEMO_URL, t.clock.now);
  const [stale, edited, deleted] = await db.select().from(apps).orderBy(desc(apps.createdAt)).limit(3);
  if (!stale || !edited || !deleted) throw new Error('The demo has three apps');
  const admin = await t.person('admin');
  const older = { title: 'Of Old', description: 'Before.', category: 'Other', tags: ['Old'] };
  await db
    .update(apps)
    .set({ ...older })
    .where(eq(apps.id, stale.id));
  await db.insert(appBaselines).values({ appId: stale.id, approvedAt: t.clock.now, ...older });
  const changed = await t.call(editApp, { params: { id: edited.id }, body: { title: 'Ours Now' } }, admin);
  expect(changed.status).toBe(200);
  await db.delete(apps).where(eq(apps.id, deleted.id));

  expect(await seedDemo(db, 'http://localhost:4001', t.clock.now)).toBe(0);
  const { title, description, category, tags } = stale;
  const slug = catalogue[0]?.slug;
  expect(await t.readApp(stale.id)).toMatchObject({
    title,
    description,
    category,
    tags,
    url: `http://localhost:4001/${slug}/`,
  });
  const [baseline] = await db.select().from(appBaselines).where(eq(appBaselines.appId, stale.id));
  expect(baseline).toMatchObject({ title, description, category, tags });
  expect((await t.readApp(edited.id)).title).toBe('Ours Now');
  expect(await db.$count(apps)).toBe(catalogue.length - 1);
  await t.close();
});

test('the demo deck starts with the first app, and ends with apps that cannot be framed', async () => {
  const t = await openTestApp();
  const catalogue = await readCatalogue();
  expect(await seedDemo(t.deps.db, DEMO_URL, t.clock.now)).toBe(catalogue.length);
  const { body } = await t.call(listFeed, { query: {} }, await t.person('guest'));
  const dealt = body.map(({ url }) => new URL(url).pathname.slice(1, -1));
  expect(dealt[0]).toBe(catalogue[0]?.slug);
  for (const slug of [UNFRAMEABLE_SLUG, UNREACHABLE_SLUG]) expect(dealt.slice(0, 6)).not.toContain(slug);
  await t.close();
});
