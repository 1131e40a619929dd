import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { freePorts } from '@zapdeck/server/testing/server-process';
import { findBrowser, launchOptions } from './browser.ts';
import { startWorld } from './world.ts';

/*
 * Runs Lighthouse, as on a mid-range phone, on the pages that visitors see first, and writes docs/lighthouse. Lighthouse
 * is large and used only here, so it is installed on demand.
 */

const HOME = new URL('../bench/lighthouse/', import.meta.url);
const REPORTS = new URL('../docs/lighthouse/', import.meta.url);
const pages = { landing: '/', login: '/login' };
const wanted: Readonly<Record<string, number>> = {
  performance: 95,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
};
const figures = [
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'total-byte-weight',
];

interface Audit {
  title: string;
  score: number | null;
  numericValue?: number;
  scoreDisplayMode: string;
}

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
}

type Lighthouse = (
  url: string,
  flags: { port: number; output: string[]; logLevel: string },
) => Promise<{ lhr: Report; report: string[] }>;

async function loadLighthouse(): Promise<Lighthouse> {
  if (!existsSync(new URL('node_modules/lighthouse', HOME))) {
    process.stdout.write('Installing Lighthouse …\n');
    const cwd = fileURLToPath(HOME);
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--workspaces=false', '--loglevel=error'], { cwd });
  }
  const entry = new URL('node_modules/lighthouse/core/index.js', HOME).href;
  return ((await import(entry)) as { default: Lighthouse }).default;
}

const percent = (score: number | null | undefined) => Math.round((score ?? 0) * 100);

/** Returns the audits that cost points, so that readers need not open the whole report. */
function faultsOf({ categories, audits }: Report): string[] {
  const ids = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
  );
  return ids.flatMap((id) => {
    const audit = audits[id];
    return audit?.scoreDisplayMode === 'binary' && audit.score !== 1 ? [`${id}: ${audit.title}`] : [];
  });
}

function summarise(report: Report) {
  return {
    scores: Object.fromEntries(Object.keys(wanted).map((id) => [id, percent(report.categories[id]?.score)])),
    figures: Object.fromEntries(
      figures.map((id) => [id, Number((report.audits[id]?.numericValue ?? 0).toFixed(3))]),
    ),
    faults: faultsOf(report),
  };
}

const lighthouse = await loadLighthouse();
const environment = await findBrowser();
Object.assign(process.env, environment);
const { port } = await freePorts();
const options = launchOptions(environment);
const browser = await chromium.launch({
  ...options,
  args: [...options.args, `--remote-debugging-port=${port}`],
});
const world = await startWorld();
const summary: Record<string, ReturnType<typeof summarise>> = {};
try {
  await mkdir(REPORTS, { recursive: true });
  for (const [name, path] of Object.entries(pages)) {
    const { lhr, report } = await lighthouse(world.url + path, { port, output: ['html'], logLevel: 'error' });
    await writeFile(new URL(`${name}.html`, REPORTS), report[0] ?? '');
    summary[name] = summarise(lhr);
  }
} finally {
  await browser.close();
  await world.end();
}
await writeFile(new URL('summary.json', REPORTS), `${JSON.stringify(summary, undefined, 2)}\n`);
process.stdout.write(`${JSON.stringify(summary, undefined, 2)}\n`);
const isGood = Object.values(summary).every(({ scores }) =>
  Object.entries(wanted).every(([id, least]) => (scores[id] ?? 0) >= least),
);
process.exit(isGood ? 0 : 1);
