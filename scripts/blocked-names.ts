import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { FiltersEngine, Request } from '@ghostery/adblocker';
import { routes } from '@zapdeck/contract/wire/routes';
import type { Route } from '@zapdeck/contract/wire/route';
import { screenNames, pathsOf, screens } from '@zapdeck/contract/instance/screens';
import { BLOCKED_WORDS } from '../web/build/chunks.ts';

/*
 * Checks names, ids, files and paths of the web app against the filter lists of uBlock Origin. The lists come from
 * Debian's package, which is downloaded once into .cache.
 */

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CACHE = join(ROOT, '.cache/ad-lists');
const PACKAGE = 'webext-ublock-origin-firefox';
/** Filter lists do not apply to localhost. */
const ORIGIN = 'https://zaps.example.org';
const CLASS = /\.((?:[a-zA-Z_]|-[a-zA-Z_-])(?:[\w-]|\\.)*)/g;
const ID = /\bid[:=]\s*["'`]([\w-]+)["'`]/g;

async function fetchLists(): Promise<boolean> {
  if (existsSync(join(CACHE, 'lists'))) return true;
  await rm(CACHE, { recursive: true, force: true });
  await mkdir(CACHE, { recursive: true });
  try {
    await run('apt-get', ['download', '-q', PACKAGE], { cwd: CACHE });
    const [file = ''] = globSync('*.deb', { cwd: CACHE });
    await run('dpkg-deb', ['-x', file, 'lists'], { cwd: CACHE });
    return true;
  } catch {
    return false;
  }
}

function readAll(pattern: string, cwd: string): Promise<string[]> {
  return Promise.all(globSync(pattern, { cwd }).map((file) => readFile(join(cwd, file), 'utf8')));
}

const matches = (texts: readonly string[], pattern: RegExp) =>
  new Set(
    texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name.replaceAll('\\', ''))),
  );

if (!(await fetchLists())) {
  process.stdout.write(`${PACKAGE} can't be fetched here: names are not checked against ad blockers.\n`);
  process.exit(0);
}

const lists = await readAll('lists/**/{ublock,thirdparties/easylist}/*.txt', CACHE);
// Lists of other blockers refuse files with these words at the start of their names.
const ofOthers = BLOCKED_WORDS.map((word) => `/assets/${word}-`);
const engine = FiltersEngine.parse([...lists, ...ofOthers].join('\n'));
const dist = join(ROOT, 'web/dist');
const [styles, scripts] = await Promise.all([readAll('**/*.css', dist), readAll('**/*.{js,html}', dist)]);
const classes = matches(styles, CLASS);
const ids = matches(scripts, ID);
const { styles: hidden } = engine.getCosmeticsFilters({
  url: `${ORIGIN}/`,
  hostname: 'zaps.example.org',
  domain: 'example.org',
  classes: [...classes],
  ids: [...ids],
  getBaseRules: false,
  getExtendedRules: false,
});

const calls = Object.values<Route>(routes).map(({ path }) => ({
  path: path.replaceAll(/:\w+/g, '0b0e7f4e-9c0a-4b5e-8d52-3a4f0f9d3c11'),
  type: 'xmlhttprequest' as const,
}));
const files = globSync('**/*.*', { cwd: dist }).map((file) => ({
  path: `/${file}`,
  type: file.endsWith('.css')
    ? ('stylesheet' as const)
    : file.endsWith('.js')
      ? ('script' as const)
      : ('image' as const),
}));
const pages = screenNames.flatMap((name) =>
  pathsOf(screens[name]).map((path) => ({ path, type: 'document' as const })),
);
const blocked = [...calls, ...files, ...pages].filter(
  ({ path, type }) =>
    engine.match(Request.fromRawDetails({ url: ORIGIN + path, sourceUrl: `${ORIGIN}/`, type })).match,
);

/** Returns true if the web app uses all classes and ids of the selector. */
function isOurs(selector: string): boolean {
  const names = [...selector.replaceAll(/\[[^\]]*\]/g, '').matchAll(/([.#])([\w-]+)/g)];
  return names.length > 0 && names.every(([, kind, name = '']) => (kind === '.' ? classes : ids).has(name));
}

const hiding = hidden
  .replaceAll(/\{[^}]*\}/g, ',')
  .split(',')
  .map((selector) => selector.trim())
  .filter(isOurs);
for (const selector of hiding) process.stdout.write(`hidden: ${selector}\n`);
for (const { path, type } of blocked) process.stdout.write(`blocked: ${path} (${type})\n`);
const addresses = calls.length + files.length + pages.length;
process.stdout.write(
  `${classes.size} classes, ${ids.size} ids and ${addresses} addresses checked against ad blockers.\n`,
);
process.exit(blocked.length + hiding.length > 0 ? 1 : 0);
