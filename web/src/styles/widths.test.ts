import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const SOURCES = new URL('../', import.meta.url).pathname;
/** Matches widths in pixels in CSS queries, matchMedia and classes. */
const inPixels = /\bwidth\s*(?::|[<>]=?)\s*\d+px|\b(?:min|max)-\[\d+px\]:/g;

// With a larger font size in the browser, a rem is more pixels. All parts of a page must change at the same width.
test('all breakpoints are in rem', async () => {
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
