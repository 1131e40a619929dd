import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { APPS_FOLDER, readCatalogue, UNFRAMEABLE_SLUG, UNREACHABLE_SLUG } from './catalogue.ts';

const PICTURE_MAX_BYTES = 60_000;
/** Apps that are dark by design, with the reason in their style sheet. */
const ALWAYS_DARK = new Set(['night-sky', 'particle-garden']);
const catalogue = await readCatalogue();
const reachable = catalogue.filter(({ slug }) => slug !== UNREACHABLE_SLUG);

test.each(reachable)('$title has a picture of its own', async ({ slug }) => {
  const html = await readFile(join(APPS_FOLDER, slug, 'index.html'), 'utf8');
  expect(html).toContain('<meta property="og:image" content="picture.webp">');
  const picture = await readFile(join(APPS_FOLDER, slug, 'picture.webp'));
  expect(picture.toString('latin1', 0, 12)).toMatch(/^RIFF.{4}WEBP$/s);
  expect(picture.length).toBeLessThanOrEqual(PICTURE_MAX_BYTES);
});

test.each(reachable)("$title follows the reader's colour scheme, or is dark by design", async ({ slug }) => {
  const html = await readFile(join(APPS_FOLDER, slug, 'index.html'), 'utf8');
  const css = await readFile(join(APPS_FOLDER, slug, 'style.css'), 'utf8');
  const scheme = ALWAYS_DARK.has(slug) ? 'dark' : 'light dark';
  expect(html).toContain(`<meta name="color-scheme" content="${scheme}">`);
  expect(css).toContain(`color-scheme: ${scheme};`);
  if (ALWAYS_DARK.has(slug)) expect(css).toMatch(/^\/\* .*either scheme: .*\*\/$/m);
  else expect(css).toMatch(/light-dark\(|@media \(prefers-color-scheme: dark\)/);
});

test('the apps that cannot be framed are far apart and never first', () => {
  const places = [UNFRAMEABLE_SLUG, UNREACHABLE_SLUG].map((slug) =>
    catalogue.findIndex((app) => app.slug === slug),
  );
  const [refusing = 0, dead = 0] = places;
  expect(refusing).toBeGreaterThan(4);
  expect(dead - refusing).toBeGreaterThan(8);
});
