import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { takeWalks } from './take-walks.fixture.ts';

/** More of them, or those of a seed that failed, by the environment; see CONTRIBUTING.md. */
const WALKS = Number(process.env['WALKS'] ?? 304);
const SEED = Number(process.env['WALKS_SEED'] ?? 14);

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

it(`${WALKS} walks give everything, whatever is done beside them`, async () => {
  const { faults, pages } = await takeWalks(test, WALKS, SEED);
  expect(faults, `${faults.length} faults in ${WALKS} walks of ${pages} pages`).toEqual([]);
}, 3_600_000);
