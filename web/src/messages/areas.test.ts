import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { areasOf } from './areas.ts';

const WEB = join(import.meta.dirname, '../..');

/** Returns the source files that a file imports, also those that it loads later, by their paths below `web`. */
function importsOf(path: string): string[] {
  const code = readFileSync(join(WEB, path), 'utf8');
  return [...code.matchAll(/(?:from|import)\(? ?'(\.[^']+\.tsx?)'/g)].map(([, target = '']) =>
    relative(WEB, join(WEB, dirname(path), target)),
  );
}

const isOfFeature = (path: string) => path.startsWith('src/features/');

/** Returns the files outside of the features that a file uses, directly or through others. */
function usedBy(path: string, found = new Set<string>()): Set<string> {
  for (const used of importsOf(path)) {
    if (isOfFeature(used) || found.has(used)) continue;
    found.add(used);
    usedBy(used, found);
  }
  return found;
}

const catalogue = readFileSync(join(WEB, '../messages/en.po'), 'utf8');
const withMessages = new Set([...catalogue.matchAll(/^#: (src\/\S+)/gm)].map(([, path = '']) => path));
const sources = import.meta.glob([
  '../features/**/*.{ts,tsx}',
  '../app/*.{ts,tsx}',
  '!**/*.{test,fixture}.*',
]);
const roots = Object.keys(sources).map((path) => relative(WEB, join(import.meta.dirname, path)));

test('loads the messages of shared files with every area that uses them', () => {
  expect(roots.length).toBeGreaterThan(100);
  const missing = roots.flatMap((root) =>
    [...usedBy(root)]
      .filter((path) => withMessages.has(path) && !areasOf(path).includes('common'))
      .filter((path) => areasOf(root).some((area) => !areasOf(path).includes(area)))
      .map((path) => `${root} uses ${path}`),
  );
  expect(missing).toEqual([]);
});
