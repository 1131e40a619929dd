import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { oldestBrowsers } from '../web/build/browsers.ts';

const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8');

test.each(['README.md', 'web/public/before-paint.js'])(
  '%s names the oldest browsers that are built for',
  async (path) => {
    const { chrome, edge, firefox, safari } = oldestBrowsers;
    expect(edge).toBe(chrome);
    const words = (await read(path)).replace(/' \+\s*'|\s+/g, ' ').replaceAll('  ', ' ');
    expect(words).toMatch(
      new RegExp(
        `Chrome and Edge from version ${chrome}, Firefox from ${firefox},? and Safari from ${safari}`,
      ),
    );
  },
);

/** What no browser of ten years ago can read, in whichever way it would be written here. */
const NEWER = /=>|`|\b(?:const|let|class|async|await|of)\b|\?\.|\?\?|\.\.\.|catch \{|,\s*\)/;

test('what turns older browsers away is in words that they know', async () => {
  const code = (await read('web/public/before-paint.js'))
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/'(?:[^'\\]|\\.)*'/g, "''");
  expect(NEWER.exec(code)?.[0]).toBeUndefined();
});
