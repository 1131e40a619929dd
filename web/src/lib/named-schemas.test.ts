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

test('no screen reads a schema off a route: the build for browsers leaves them out', async () => {
  const files = (await readdir(SOURCES, { recursive: true })).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) {
    expect.soft(fromRoute.test(await readFile(`${SOURCES}/${file}`, 'utf8')), file).toBe(false);
  }
});
