import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { routes } from '@zapdeck/contract/routes';
import { expect, test } from 'vitest';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));

/** A schema read off a route: there in the tests, but left out of the browser's build. */
const fromRoute = new RegExp(
  `\\b(?:${Object.keys(routes).join('|')})\\??\\.(?:params|query|body|response)\\b`,
);

test('the check knows such a reading when it sees one', () => {
  expect(fromRoute.test('useForm(forgotPassword.body, values)')).toBe(true);
  expect(fromRoute.test('useForm(ForgotPasswordForm, values)')).toBe(false);
});

/** All of a module, which drags every schema in it, and zod, into each chunk that shares a word with it. */
const wholeModule = /import \* as \w+ from '@zapdeck\/contract/;

test('no screen reads a schema off a route, or takes a module whole: the build for browsers leaves schemas out', async () => {
  const files = (await readdir(SOURCES, { recursive: true })).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) {
    const code = await readFile(`${SOURCES}/${file}`, 'utf8');
    expect.soft(fromRoute.test(code) || wholeModule.test(code), file).toBe(false);
  }
});
