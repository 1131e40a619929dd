import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { APPS_FOLDER, readCatalogue, UNFRAMEABLE_SLUG, UNREACHABLE_SLUG } from './catalogue.ts';

const PICTURE_MAX_BYTES = 60_000;
const catalogue = await readCatalogue();

test.each(catalogue.filter(({ slug }) => slug !== UNREACHABLE_SLUG))(
  '$title shows itself by a picture of its own',
  async ({ slug }) => {
    const html = await readFile(join(APPS_FOLDER, slug, 'index.html'), 'utf8');
    expect(html).toContain('<meta property="og:image" content="picture.webp">');
    const picture = await readFile(join(APPS_FOLDER, slug, 'picture.webp'));
    expect(picture.toString('latin1', 0, 12)).toMatch(/^RIFF.{4}WEBP$/s);
    expect(picture.length).toBeLessThanOrEqual(PICTURE_MAX_BYTES);
  },
);

test('the two that cannot be framed are far apart and never first', () => {
  const places = [UNFRAMEABLE_SLUG, UNREACHABLE_SLUG].map((slug) =>
    catalogue.findIndex((app) => app.slug === slug),
  );
  const [refusing = 0, dead = 0] = places;
  expect(refusing).toBeGreaterThan(4);
  expect(dead - refusing).toBeGreaterThan(8);
});
