import { expect, test } from 'vitest';
import { longestInWords, resultsOfStories, resultsOfUnits } from './test-reports.ts';

const report = {
  numPassedTests: 1,
  numFailedTests: 0,
  testResults: [
    {
      name: '/zapdeck/server/src/a.test.ts',
      assertionResults: [
        { status: 'passed', fullName: 'votes counts a like', duration: 1_234.5 },
        { status: 'skipped', fullName: 'votes on PostgreSQL 15' },
      ],
    },
  ],
};
const units = resultsOfUnits(report, '/zapdeck');

test('reads totals, skipped tests and times from the report of vitest', () => {
  expect(units).toEqual({
    totals: { passed: 1, failed: 0, skipped: 1 },
    skipped: ['votes on PostgreSQL 15'],
    timed: [
      { name: 'server/src/a.test.ts: votes counts a like', ms: 1_234.5 },
      { name: 'server/src/a.test.ts: votes on PostgreSQL 15', ms: 0 },
    ],
  });
});

test('counts no tests as skipped that were left out because of their tag', () => {
  const assertionResults = [
    { status: 'skipped', fullName: 'votes of a hundred accounts', tags: ['long'] },
    { status: 'skipped', fullName: 'votes on PostgreSQL 15', tags: [] },
  ];
  const testResults = [{ name: '/zapdeck/server/src/a.test.ts', assertionResults }];
  const skippedOf = (isLong: boolean) =>
    resultsOfUnits({ ...report, testResults }, '/zapdeck', isLong).skipped;
  expect(skippedOf(false)).toEqual(['votes on PostgreSQL 15']);
  expect(skippedOf(true)).toEqual(['votes of a hundred accounts']);
});

test('reads nested stories from the report of Playwright, and counts flaky ones as failed', () => {
  const story = (title: string, duration: number) => ({
    file: 'submit.spec.ts',
    title,
    tests: [{ results: [{ duration }] }],
  });
  const suites = [{ specs: [story('sends', 5)], suites: [{ specs: [story('waits', 7)] }] }];
  expect(resultsOfStories({ stats: { expected: 2, unexpected: 1, flaky: 1, skipped: 3 }, suites })).toEqual({
    totals: { passed: 2, failed: 2, skipped: 3 },
    skipped: [],
    timed: [
      { name: 'submit.spec.ts: sends', ms: 5 },
      { name: 'submit.spec.ts: waits', ms: 7 },
    ],
  });
});

test('lists the ten longest tests, the longest first', () => {
  const timed = Array.from({ length: 12 }, (_, n) => ({ name: `test ${n}`, ms: n * 1_000 }));
  const lines = longestInWords([...timed, ...units.timed]);
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe('  11.0 s  test 11');
  expect(lines.at(-1)).toBe('   2.0 s  test 2');
});
