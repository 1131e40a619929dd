import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { routes } from '@zapdeck/contract/wire/routes';
import { expect, test } from 'vitest';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));

/** Matches schemas of routes, which exist in tests but not in the build for browsers. */
const fromRoute = new RegExp(
  `\\b(?:${Object.keys(routes).join('|')})\\??\\.(?:params|query|body|response)\\b`,
);

test('detects a screen that uses a schema of a route', () => {
  expect(fromRoute.test('useForm(forgotPassword.body, values)')).toBe(true);
  expect(fromRoute.test('useForm(ForgotPasswordForm, values)')).toBe(false);
});

/** Matches imports of a whole module, which add all its schemas and zod to each chunk that uses it. */
const wholeModule = /import \* as \w+ from '@zapdeck\/contract/;

test('no screen uses a schema of a route or imports a whole contract module', async () => {
  const files = (await readdir(SOURCES, { recursive: true })).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) {
    const code = await readFile(`${SOURCES}/${file}`, 'utf8');
    expect.soft(fromRoute.test(code) || wholeModule.test(code), file).toBe(false);
  }
});
