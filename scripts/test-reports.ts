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
  numPendingTests: number;
  testResults: {
    /** Path of the file. */
    name: string;
    assertionResults: { status: string; fullName: string; duration?: number | null }[];
  }[];
}

/** Reads the results of vitest. `root` shortens the paths of files. */
export function resultsOfUnits(report: UnitsReport, root: string): Results {
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: relative(root, name) })),
  );
  return {
    totals: {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests,
    },
    skipped: tests.filter(({ status }) => status === 'skipped').map(({ fullName }) => fullName),
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
