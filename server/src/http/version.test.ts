import { readVersion } from '@zapdeck/contract/instance/version';
import { afterAll, beforeAll, expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

test('returns the version to everyone', async () => {
  const { version } = packageJson;
  expect((await t.call(readVersion, {})).body).toEqual({ version });
  expect((await t.app.inject('/healthz')).json()).toEqual({ status: 'ok', version });
});
