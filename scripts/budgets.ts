import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const DIST = fileURLToPath(new URL('../web/dist', import.meta.url));
const KB = 1000;

interface ManifestEntry {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}
type Manifest = Record<string, ManifestEntry>;

/** What a screen's first visit may load, gzipped: the entry and the chunks that its own source file pulls in. */
const budgets: readonly { screen: string; source: string; limitKb: number }[] = [
  { screen: 'landing', source: 'src/features/marketing/landing-screen.tsx', limitKb: 90 },
  { screen: 'login', source: 'src/features/auth/login-screen.tsx', limitKb: 95 },
  { screen: 'feed', source: 'src/app/feed-with-details.tsx', limitKb: 125 },
];
const CSS_LIMIT_KB = 12;

async function gzippedKb(file: string): Promise<number> {
  return gzipSync(await readFile(join(DIST, file)), { level: 9 }).length / KB;
}

function withImports(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  const entry = manifest[key];
  if (!entry || seen.has(key)) return seen;
  seen.add(key);
  for (const imported of entry.imports ?? []) withImports(manifest, imported, seen);
  return seen;
}

async function sizeOf(manifest: Manifest, source: string): Promise<number> {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  if (entry === undefined) throw new Error('The build has no entry');
  if (!manifest[source])
    throw new Error(`${source} is no chunk of its own: is its screen still loaded lazily?`);
  const keys = withImports(manifest, source, withImports(manifest, entry));
  const files = new Set([...keys].map((key) => manifest[key]?.file ?? ''));
  const sizes = await Promise.all([...files].filter((file) => file.endsWith('.js')).map(gzippedKb));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function cssSize(): Promise<number> {
  const files = await readdir(join(DIST, 'assets'));
  const sizes = await Promise.all(
    files.filter((file) => file.endsWith('.css')).map((file) => gzippedKb(join('assets', file))),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const manifest = JSON.parse(await readFile(join(DIST, '.vite/manifest.json'), 'utf8')) as Manifest;
const rows = await Promise.all(
  budgets.map(async ({ screen, source, limitKb }) => ({
    name: `JavaScript of ${screen}`,
    size: await sizeOf(manifest, source),
    limitKb,
  })),
);
rows.push({ name: 'CSS in all', size: await cssSize(), limitKb: CSS_LIMIT_KB });
for (const { name, size, limitKb } of rows) {
  const verdict = size <= limitKb ? 'ok' : 'TOO LARGE';
  process.stdout.write(`${name.padEnd(24)} ${size.toFixed(1).padStart(6)} kB of ${limitKb} kB  ${verdict}\n`);
}
if (rows.some(({ size, limitKb }) => size > limitKb)) process.exit(1);
