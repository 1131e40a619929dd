import { ABOUT_NUMBERS_PLACEHOLDER } from '@zapdeck/contract/instance/about-numbers';
import { todaysAppsPath } from '@zapdeck/contract/instance/screens';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LivePart } from '../../http/live-page.ts';
import { newId } from '../../db/columns.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { coverMarkup } from './common/drawn-cover.ts';
import { pageParts } from './page-parts.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

const shown = async () => (await t.app.inject({ url: todaysAppsPath })).body;
const titlesIn = (page: string) =>
  [...page.matchAll(/todays-name" dir="auto">([^<]*)/g)].map(([, title]) => title);

test('landing page shows six apps with links, and no section for an empty deck', async () => {
  expect(await shown()).toBe('');
  await t.addApp({ title: 'Waiting', status: 'pending' });
  await t.addApp({ title: 'Dead', frameStatus: 'unreachable' });
  await t.addApp({ title: 'Stubborn', frameStatus: 'refused' });
  for (let n = 1; n <= 7; n++) await t.addApp({ title: `<i>${n}`, upvotes: n });
  const page = await shown();
  const titles = titlesIn(page);
  expect(titles).toHaveLength(6);
  for (const title of titles) expect(title).toMatch(/^&lt;i&gt;\d$/);
  expect(page.match(/href="\/a\/[\w-]+"/g)).toHaveLength(6);
  expect(titlesIn(await shown())).toEqual(titles);
  // The choice is the same for a day and differs between days.
  const others = new Set<string>();
  for (let day = 0; day < 6; day++) {
    t.clock.advance(24 * 3_600_000);
    others.add(titlesIn(await shown()).join());
  }
  expect(others.size).toBeGreaterThan(1);
});

test('tiles show whole pictures over a blurred copy', () => {
  const app = { id: newId(), title: 'Wide', picture: 'wide', colour: null };
  const tile = coverMarkup(app, { ground: 'g0', sizes: '10rem', isTile: true }).text;
  expect(tile.match(/<img [^>]*src="[^"]*wide-480\.webp"/g)).toHaveLength(2);
  expect(tile.indexOf('class="behind"')).toBeLessThan(tile.lastIndexOf('<img'));
  expect(coverMarkup(app, { ground: 'g0', sizes: '10rem' }).text.match(/<img/g)).toHaveLength(1);
});

async function readNumbers(parts: readonly LivePart[]): Promise<string | undefined> {
  const part = parts.find(({ places }) => places.includes(ABOUT_NUMBERS_PLACEHOLDER));
  return part && 'read' in part ? (await part.read('en'))[0] : undefined;
}

test('about page shows the counted figures, or the standard ones', async () => {
  const numbersAs = async (countsForAbout: boolean) =>
    readNumbers(pageParts({ ...t.deps, config: { ...t.deps.config, countsForAbout } }));
  expect(await numbersAs(false)).toBe('500+ 10k+ 2k+ 50+');
  await t.person('guest');
  await t.person('member');
  const { rows } = await t.deps.pool.query(
    "SELECT count(*) AS apps, sum(upvotes + downvotes) AS votes FROM apps WHERE status = 'approved'",
  );
  const people = await t.deps.pool.query('SELECT count(*) FROM users WHERE NOT is_guest');
  expect(await numbersAs(true)).toBe(`${rows[0].apps} ${rows[0].votes} ${people.rows[0].count} 1`);
});
