import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { POSTGRES_15 } from '@zapdeck/server/testing/postgres-15';
import { folderForTests, temporaryFolder } from '@zapdeck/server/testing/temporary-folder';
import { type BrowserEnvironment, findBrowser, findBrowserWithoutWindow } from '../e2e/browser.ts';
import { NOT_RUN } from '../e2e/browsers/install.ts';
import { endLeftoverProcesses } from './left-behind.ts';
import {
  LONG,
  longestInWords,
  type Results,
  resultsOfStories,
  resultsOfUnits,
  type StoriesReport,
  type Totals,
  type UnitsReport,
} from './test-reports.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const REPORTS = join(ROOT, '.cache/test-reports');
/** Each is type-checked as one program. */
const programs = ['contract', 'server', 'web', 'web/worker', 'demo', 'e2e', 'bench', 'media', 'scripts'];

type Stage = () => Promise<Totals>;

interface Run {
  command: string;
  args: string[];
  env?: Record<string, string>;
}

interface Finished {
  isOk: boolean;
  code: number | null;
  output: string;
}

async function execute({ command, args, env = {} }: Run): Promise<Finished> {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { isOk: code === 0, code, output };
}

/** A stage that passes or fails. Its output is shown on failure or if `isWorthReading`. */
function check(command: string, args: string[], { isWorthReading = false, env = {} } = {}): Stage {
  return async () => {
    const { isOk, output } = await execute({ command, args, env });
    if (!isOk || isWorthReading) process.stdout.write(output);
    return { passed: Number(isOk), failed: Number(!isOk), skipped: 0 };
  };
}

function sum(totals: Totals[]): Totals {
  return totals.reduce(
    (all, { passed, failed, skipped }) => ({
      passed: all.passed + passed,
      failed: all.failed + failed,
      skipped: all.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

async function readReport<T>(name: string): Promise<T | undefined> {
  const text = await readFile(join(REPORTS, name), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

/** A run without a report counts as failed. */
function orFailed(isOk: boolean, totals: Totals | undefined): Totals {
  if (!totals) return { passed: 0, failed: 1, skipped: 0 };
  return isOk || totals.failed > 0 ? totals : { ...totals, failed: 1 };
}

/** Says which stages and tests did not run. */
const notRun: string[] = [];
const timed: Results['timed'] = [];

/** Keeps times and the names of skipped tests. Returns the totals. */
function countResults(isOk: boolean, results: Results | undefined): Totals {
  timed.push(...(results?.timed ?? []));
  notRun.push(...(results?.skipped ?? []).map((name) => `Not run: ${name}`));
  return orFailed(isOk, results?.totals);
}

const inTurn =
  (...stages: Stage[]): Stage =>
  async () => {
    const all: Totals[] = [];
    for (const stage of stages) all.push(await stage());
    return sum(all);
  };

/** In sequence, so that files are read once and other stages have cores. */
const types = inTurn(...programs.map((name) => check('tsc', ['--noEmit', '--checkers', '1', '-p', name])));

/** Finds the browsers for tests. Returns undefined, and says why, if there is none. */
async function testBrowser(): Promise<BrowserEnvironment | undefined> {
  try {
    const { CHROMIUM } = await findBrowser();
    return { ...(await findBrowserWithoutWindow()), WHOLE_CHROMIUM: CHROMIUM };
  } catch (error) {
    process.stdout.write(`There is no browser to test in: ${String(error)}\n`);
    return undefined;
  }
}

interface Units {
  needsBrowser?: boolean;
  /** True for the tests with the tag only, false for those without it. */
  isLong?: boolean;
}

const unitsOf =
  (projects: readonly string[], { needsBrowser = false, isLong }: Units = {}): Stage =>
  async () => {
    const env = needsBrowser ? await testBrowser() : {};
    if (!env) return { passed: 0, failed: 1, skipped: 0 };
    const args = [
      'run',
      ...(isLong === undefined ? [] : [`--tags-filter=${isLong ? LONG : `!${LONG}`}`]),
      ...projects.map((name) => `--project=${name}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(REPORTS, 'vitest.json')}`,
      '--silent=passed-only',
    ];
    const { isOk, output } = await execute({ command: 'vitest', args, env });
    if (!isOk) process.stdout.write(output);
    const report = await readReport<UnitsReport>('vitest.json');
    return countResults(isOk, report && resultsOfUnits(report, ROOT, isLong));
  };

const endToEnd =
  (scope: Record<string, string>): Stage =>
  async () => {
    const browser = await testBrowser();
    if (!browser) return { passed: 0, failed: 1, skipped: 0 };
    const env = { ...browser, ...scope, PLAYWRIGHT_JSON_OUTPUT_NAME: join(REPORTS, 'playwright.json') };
    const args = ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json'];
    const { isOk, output } = await execute({ command: 'playwright', args, env });
    if (!isOk) process.stdout.write(output);
    const report = await readReport<StoriesReport>('playwright.json');
    return countResults(isOk, report && resultsOfStories(report));
  };

/** A day of a user in Firefox and WebKit, on a phone. All sizes and plain http: `npm run test:browsers`. */
const otherBrowsers: Stage = async () => {
  const args = ['e2e/browsers/run.ts', 'phone', 'localhost'];
  const { isOk, code, output } = await execute({ command: 'node', args });
  if (code === NOT_RUN) {
    notRun.push(output.trim().split('\n').at(-1) ?? '');
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const count = (verdict: string) => output.split('\n').filter((line) => line.startsWith(verdict)).length;
  if (!isOk) process.stdout.write(output);
  return orFailed(isOk, { passed: count('ok '), failed: count('FAILED '), skipped: 0 });
};

type Stages = Readonly<Record<string, Stage>>;

/** Most stages start the built server. */
const build: Stages = { build: check('node', ['scripts/prepare.mjs', '--web']) };
/** Rows run concurrently, the stages of a row in sequence. More concurrency would only slow them down. */
const checks: readonly Stages[] = [
  { types },
  {
    lint: check('oxlint', ['--deny-warnings']),
    format: check('biome', ['format', '.']),
    'dead-code': check('knip', []),
    messages: check('lingui', ['check', 'sync', '--clean', '--config', 'web/lingui.config.ts']),
    translations: check('lingui', [
      'check',
      'missing',
      '--mode',
      'catalog',
      '--config',
      'web/lingui.config.ts',
    ]),
  },
];
const ofBuild: readonly Stages[] = [
  {
    units: unitsOf(['server', 'web'], { isLong: false }),
    components: unitsOf(['components'], { needsBrowser: true }),
  },
  { e2e: endToEnd({ STORIES: 'first' }) },
  {
    budgets: check('node', ['scripts/budgets.ts'], { isWorthReading: true }),
    'browser-support': check('node', ['scripts/browser-support.ts']),
  },
];
/** Run by name only: measurements, which need an idle machine, and very long tests. */
const onlyByName: Stages = {
  // CI runs these three.
  'short-forms': inTurn(
    unitsOf(['bench', 'fuzz', 'long', 'postgres-15']),
    unitsOf(['server'], { isLong: true }),
  ),
  'e2e-rest': endToEnd({ STORIES: 'rest' }),
  browsers: otherBrowsers,
  'blocked-names': check('node', ['scripts/blocked-names.ts'], { isWorthReading: true }),
  'start-up': check('node', ['bench/start-up.ts', '--runs', '3'], { isWorthReading: true }),
  'e2e-all': endToEnd({ STORIES: 'all' }),
  'postgres-15': check('vitest', ['run', '--project=postgres-15'], { env: { POSTGRES_15: 'all' } }),
  cluster: check('vitest', ['run', '--project=cluster'], { isWorthReading: true }),
  stress: check('node', ['server/src/testing/stress.ts'], {
    isWorthReading: true,
    env: { TMPDIR: tmpdir() },
  }),
};
const names = [build, ...checks, ...ofBuild, onlyByName].flatMap((stages) => Object.keys(stages));

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`No such stage: ${unknown.join(', ')}. There are ${names.join(', ')}.\n`);
  process.exit(2);
}

await rm(REPORTS, { recursive: true, force: true });
await mkdir(REPORTS, { recursive: true });

/** Runs a stage and prints its result. */
async function run([name, stage]: [string, Stage]): Promise<Totals> {
  const started = performance.now();
  const totals = await stage();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const isSkipped = totals.passed === 0 && totals.skipped > 0;
  const verdict = totals.failed > 0 ? 'FAILED' : isSkipped ? 'skipped' : 'ok';
  process.stdout.write(
    `${name.padEnd(15)} ${verdict.padEnd(7)} ${String(totals.passed).padStart(5)} passed  ${seconds} s\n`,
  );
  return totals;
}

const isChecked = (name: string) => checks.some((stages) => name in stages);
const isWanted = ([name, stage]: [string, Stage]) => {
  if (wanted.length === 0) return onlyByName[name] !== stage;
  return name in build ? !wanted.every(isChecked) : wanted.includes(name);
};

/** Runs stages in sequence. */
async function runInSequence(stages: Stages): Promise<Totals[]> {
  const all: Totals[] = [];
  for (const stage of Object.entries(stages).filter(isWanted)) all.push(await run(stage));
  return all;
}

const runSideBySide = async (rows: readonly Stages[]) => (await Promise.all(rows.map(runInSequence))).flat();

if (!existsSync(POSTGRES_15)) {
  process.stdout.write(
    `There is no PostgreSQL 15 in ${POSTGRES_15} (Debian: postgresql-15): not tested on it.\n`,
  );
}
/** One folder for all files of the run. It also identifies its processes. */
const folder = await temporaryFolder(folderForTests());
process.env['TMPDIR'] = folder.path;
// Shared by the many processes that load the same modules.
process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, '.cache/modules');
// Compiled stories. Below TMPDIR, each run would compile them again.
process.env['PWTEST_CACHE_DIR'] ??= join(ROOT, '.cache/stories');
const [checked, built] = await Promise.all([
  runSideBySide(checks),
  runInSequence(build).then(async (first) => [...first, ...(await runSideBySide(ofBuild))]),
]);
const results = [...checked, ...built, ...(await runInSequence(onlyByName))];
const leftBehind = await endLeftoverProcesses(folder.path);
for (const command of leftBehind) process.stdout.write(`Left behind and ended: ${command}\n`);
results.push({ passed: 0, failed: leftBehind.length, skipped: 0 });
await folder.remove();
const { passed, failed, skipped } = sum(results);
process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
if (timed.length > 0) process.stdout.write(`Longest tests:\n${longestInWords(timed).join('\n')}\n`);
for (const line of notRun) process.stdout.write(`${line}\n`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
