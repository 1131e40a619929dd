import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { oldestBrowsers } from '../web/build/browsers.ts';

const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8');

test.each(['README.md', 'web/public/before-paint.js'])(
  '%s names the oldest supported browsers',
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

/** Syntax that ten-year-old browsers cannot parse. */
const NEWER_SYNTAX = /=>|`|\b(?:const|let|class|async|await|of)\b|\?\.|\?\?|\.\.\.|catch \{|,\s*\)/;

test('the notice for older browsers uses only syntax that they parse', async () => {
  const code = (await read('web/public/before-paint.js'))
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/'(?:[^'\\]|\\.)*'/g, "''");
  expect(NEWER_SYNTAX.exec(code)?.[0]).toBeUndefined();
});
