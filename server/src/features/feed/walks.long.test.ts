import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawn } from '../../testing/cases.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { takeWalks, walkedDecks } from './walks.fixture.ts';

/** API endpoints that the writers use. */
const WRITERS = 14;
/** Cases in which the rarest writer is certain to succeed. */
const ENOUGH_CASES = 300;

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

for (const deck of walkedDecks) {
  const { cases, seed, timeout } = drawn(deck === 'best' ? 304 : 40, 14);
  it(`deals every app of ${deck} once in ${cases} walks with concurrent writers`, { timeout }, async () => {
    const { faults, pages, calls } = await takeWalks(test, deck, { count: cases, firstSeed: seed });
    expect(faults, `${faults.length} faults in ${cases} walks of ${pages} pages`).toEqual([]);
    // A writer whose calls all fail tests nothing.
    if (cases >= ENOUGH_CASES) expect([...calls.keys()]).toHaveLength(WRITERS);
  });
}
