import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { ScreenName } from '@zapdeck/contract/screens';
import { type Manifest, readManifest, screenModule, withImports } from '../web/build/manifest.ts';

const DIST = fileURLToPath(new URL('../web/dist', import.meta.url));
const KB = 1000;

/** What a screen's first visit may load, gzipped: the entry and the chunks that its own source file pulls in. */
const budgets: readonly { screen: ScreenName; scriptsKb: number }[] = [
  { screen: 'landing', scriptsKb: 86 },
  { screen: 'login', scriptsKb: 95 },
  { screen: 'feed', scriptsKb: 120 },
];
const STYLES_KB = 12;

async function gzippedKb(file: string): Promise<number> {
  return gzipSync(await readFile(join(DIST, file)), { level: 9 }).length / KB;
}

function filesOf(manifest: Manifest, screen: ScreenName): Set<string> {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  if (entry === undefined) throw new Error('The build has no entry');
  const keys = withImports(manifest, screenModule(manifest, screen), withImports(manifest, entry));
  return new Set([...keys].flatMap((key) => [manifest[key]?.file ?? '', ...(manifest[key]?.css ?? [])]));
}

async function sizeOf(files: Iterable<string>, ending: string): Promise<number> {
  const sizes = await Promise.all([...files].filter((file) => file.endsWith(ending)).map(gzippedKb));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const manifest = await readManifest(DIST);
const rows = await Promise.all(
  budgets.flatMap(({ screen, scriptsKb }) => {
    const files = filesOf(manifest, screen);
    const row = async (name: string, ending: string, limitKb: number) => ({
      name: `${name} of ${screen}`,
      size: await sizeOf(files, ending),
      limitKb,
    });
    return [row('JavaScript', '.js', scriptsKb), row('CSS', '.css', STYLES_KB)];
  }),
);
for (const { name, size, limitKb } of rows) {
  const verdict = size <= limitKb ? 'ok' : 'TOO LARGE';
  process.stdout.write(`${name.padEnd(24)} ${size.toFixed(1).padStart(6)} kB of ${limitKb} kB  ${verdict}\n`);
}
if (rows.some(({ size, limitKb }) => size > limitKb)) process.exit(1);
