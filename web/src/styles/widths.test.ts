import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const SOURCES = new URL('../', import.meta.url).pathname;
/** A width in pixels, as a query of CSS, of matchMedia or of a class. */
const inPixels = /\bwidth\s*(?::|[<>]=?)\s*\d+px|\b(?:min|max)-\[\d+px\]:/g;

// With larger letters chosen in the browser, a rem is more pixels: a page must not be wide to one part and narrow to another.
test('widths at which a layout changes are in rem, all of them', async () => {
  const found: string[] = [];
  for await (const path of glob('**/*.{css,tsx}', { cwd: SOURCES })) {
    const source = await readFile(SOURCES + path, 'utf8');
    const queries = path.endsWith('.css')
      ? (source.match(/@(?:media|container)[^{]*/g) ?? []).join('\n')
      : source;
    for (const [width] of queries.matchAll(inPixels)) found.push(`${path}: ${width}`);
  }
  expect(found).toEqual([]);
});
