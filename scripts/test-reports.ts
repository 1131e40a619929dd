import { relative } from 'node:path';

export interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

interface TimedTest {
  name: string;
  ms: number;
}

export interface Results {
  totals: Totals;
  /** Names of skipped tests. */
  skipped: string[];
  timed: TimedTest[];
}

/** Report of vitest in JSON. */
export interface UnitsReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    /** Path of the file. */
    name: string;
    assertionResults: { status: string; fullName: string; tags?: string[]; duration?: number | null }[];
  }[];
}

/** Tag of tests that CI runs after `npm test`. */
export const LONG = 'long';

/**
 * Reads the results of vitest. `root` shortens the paths of files. vitest reports tests that a filter of tags left out as skipped:
 * only those with the tag, if `isLong`, or without it, otherwise, count as such.
 */
export function resultsOfUnits(report: UnitsReport, root: string, isLong?: boolean): Results {
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: relative(root, name) })),
  );
  const isChosen = (tags: readonly string[] = []) => isLong === undefined || tags.includes(LONG) === isLong;
  const skipped = tests.filter(({ status, tags }) => status === 'skipped' && isChosen(tags));
  return {
    totals: {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: skipped.length,
    },
    skipped: skipped.map(({ fullName }) => fullName),
    timed: tests.map(({ file, fullName, duration }) => ({ name: `${file}: ${fullName}`, ms: duration ?? 0 })),
  };
}

interface StoriesSuite {
  specs: { file: string; title: string; tests: { results: { duration: number }[] }[] }[];
  suites?: StoriesSuite[];
}

/** Report of Playwright in JSON. */
export interface StoriesReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: StoriesSuite[];
}

const specsOf = ({ specs, suites = [] }: StoriesSuite): StoriesSuite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

/** Reads the results of Playwright. A story that passes only the second time has failed. */
export function resultsOfStories({ stats, suites }: StoriesReport): Results {
  return {
    totals: { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped },
    skipped: [],
    timed: suites
      .flatMap(specsOf)
      .flatMap(({ file, title, tests }) =>
        tests.flatMap(({ results }) =>
          results.map(({ duration }) => ({ name: `${file}: ${title}`, ms: duration })),
        ),
      ),
  };
}

const LISTED = 10;

/** Lists the tests that took longest, one a line. */
export function longestInWords(tests: readonly TimedTest[]): string[] {
  return tests
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, LISTED)
    .map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(6)} s  ${name}`);
}
