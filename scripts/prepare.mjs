// Runs before every other command, under whatever Node (>= 20) starts npm: plain JavaScript, nothing imported from npm.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const NODE_MAJOR_MIN = 20;
const WEB_INPUTS = [
  'package-lock.json',
  'web/package.json',
  'web/vite.config.ts',
  'web/route-slimmer.ts',
  'web/build',
  'web/index.html',
  'web/public',
  'web/src',
  'web/worker',
  'contract/src',
];
const BUILD_STAMP = join(root, '.cache/web-build');

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function npm(args, step) {
  process.stdout.write(`${step} …\n`);
  const started = Date.now();
  const npmScript = process.env['npm_execpath'];
  const [command, prefix] = npmScript?.endsWith('.js') ? [process.execPath, [npmScript]] : ['npm', []];
  const result = spawnSync(command, [...prefix, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (result.status !== 0) fail(`${result.stdout ?? ''}${result.stderr ?? ''}\n${step}: failed.`);
  process.stdout.write(`${step}: done in ${Math.round((Date.now() - started) / 1000)} s\n`);
}

/** True when every package that the lockfile asks for is there in that version; optional ones may be missing. */
function isInstalled() {
  const installed = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return false;
  const present = readJson(installed).packages;
  const wanted = readJson(join(root, 'package-lock.json')).packages;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      !path.startsWith('node_modules/') ||
      entry.optional ||
      entry.link ||
      present[path]?.version === entry.version,
  );
}

function filesBelow(path) {
  const entry = join(root, path);
  if (!existsSync(entry)) return [];
  try {
    return readdirSync(entry).flatMap((name) => filesBelow(join(path, name)));
  } catch {
    return [path];
  }
}

function hashOfWebInputs() {
  const hash = createHash('sha256');
  for (const file of WEB_INPUTS.flatMap(filesBelow).sort())
    hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function buildWebIfStale() {
  const wanted = hashOfWebInputs();
  const isBuilt = existsSync(join(root, 'web/dist/index.html')) && existsSync(BUILD_STAMP);
  if (isBuilt && readFileSync(BUILD_STAMP, 'utf8') === wanted) return;
  npm(['run', 'build', '--silent'], 'Building the web app');
  mkdirSync(dirname(BUILD_STAMP), { recursive: true });
  writeFileSync(BUILD_STAMP, wanted);
}

if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
  fail(`Zapdeck needs Node ${NODE_MAJOR_MIN} or newer to install; this is ${process.version}.`);
}
// Not `npm ci`: it refuses a lockfile without the packages of platforms that the registry in use does not carry. What
// the lockfile names is installed in just that version, and the lockfile stays as it is.
const INSTALL = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
if (!isInstalled()) npm(INSTALL, 'Installing what is missing (a minute or two)');
if (process.argv.includes('--web')) buildWebIfStale();
