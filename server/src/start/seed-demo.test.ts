import { listFeed } from '@zapdeck/contract/feed';
import { readCatalogue, UNFRAMEABLE_SLUG, UNREACHABLE_SLUG } from '@zapdeck/demo/catalogue';
import { expect, test } from 'vitest';
import { openTestApp } from '../testing/test-app.ts';
import { seedDemo } from './seed-demo.ts';

const DEMO_URL = 'http://localhost:3001';

test('the demo deck begins with the first of the catalogue, and what cannot be framed comes late', async () => {
  const t = await openTestApp();
  const catalogue = await readCatalogue();
  expect(await seedDemo(t.deps.db, DEMO_URL, t.clock.now)).toBe(catalogue.length);
  const { body } = await t.call(listFeed, { query: {} }, await t.person('guest'));
  const dealt = body.map(({ url }) => new URL(url).pathname.slice(1, -1));
  expect(dealt[0]).toBe(catalogue[0]?.slug);
  for (const slug of [UNFRAMEABLE_SLUG, UNREACHABLE_SLUG]) expect(dealt.slice(0, 6)).not.toContain(slug);
  await t.close();
});
