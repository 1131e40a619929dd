import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawn } from '../../testing/cases.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { takeWalks } from './walks.fixture.ts';

const { cases, seed, timeout } = drawn(304, 14);

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

it(`deals every app once in ${cases} walks with concurrent writers`, { timeout }, async () => {
  const { faults, pages } = await takeWalks(test, cases, seed);
  expect(faults, `${faults.length} faults in ${cases} walks of ${pages} pages`).toEqual([]);
});
