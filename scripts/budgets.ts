import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { ScreenName } from '@zapdeck/contract/instance/screens';
import { ENTRY, type Manifest, readManifest, screenModules, withImports } from '../web/build/manifest.ts';

const DIST = fileURLToPath(new URL('../web/dist', import.meta.url));
const KB = 1000;

/** Gzipped kB. Above `warn` the report has a warning; above `fail` the check fails. */
interface Budget {
  warn: number;
  fail: number;
}

/** Scripts of the first visit of a screen: the entry and the chunks that its source file imports. */
const scriptBudgets: readonly { screen: ScreenName; budget: Budget }[] = [
  { screen: 'landing', budget: { warn: 95, fail: 105 } },
  { screen: 'login', budget: { warn: 105, fail: 115 } },
  { screen: 'feed', budget: { warn: 125, fail: 135 } },
];
const STYLE_BUDGET: Budget = { warn: 15, fail: 17 };

async function gzippedKb(file: string): Promise<number> {
  return gzipSync(await readFile(join(DIST, file)), { level: 9 }).length / KB;
}

function filesOf(manifest: Manifest, screen: ScreenName): Set<string> {
  if (!manifest[ENTRY]) throw new Error('The build has no entry');
  const keys = withImports(manifest, ENTRY);
  for (const module of screenModules(manifest, screen)) withImports(manifest, module, keys);
  return new Set([...keys].flatMap((key) => [manifest[key]?.file ?? '', ...(manifest[key]?.css ?? [])]));
}

async function sizeOf(files: Iterable<string>, ending: string): Promise<number> {
  const sizes = await Promise.all([...files].filter((file) => file.endsWith(ending)).map(gzippedKb));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function verdictOn(size: number, { warn, fail }: Budget): string {
  if (size > fail) return 'TOO LARGE';
  return size > warn ? `above ${warn} kB` : 'ok';
}

const manifest = await readManifest(DIST);
const rows = await Promise.all(
  scriptBudgets.flatMap(({ screen, budget }) => {
    const files = filesOf(manifest, screen);
    const row = async (name: string, ending: string, limits: Budget) => ({
      name: `${name} of ${screen}`,
      size: await sizeOf(files, ending),
      limits,
    });
    return [row('JavaScript', '.js', budget), row('CSS', '.css', STYLE_BUDGET)];
  }),
);
for (const { name, size, limits } of rows) {
  const kB = size.toFixed(1).padStart(6);
  process.stdout.write(`${name.padEnd(24)} ${kB} kB of ${limits.fail} kB  ${verdictOn(size, limits)}\n`);
}
if (rows.some(({ size, limits }) => size > limits.fail)) process.exit(1);
