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
const SERVER_INPUTS = ['package.json', 'package-lock.json', 'contract/src', 'demo/src', 'server/src'];

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

function hashOf(inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(filesBelow).sort())
    hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** Does the work unless it was done for just these files and what came of it is still there. */
function doIfStale(name, inputs, result, work) {
  const stamp = join(root, '.cache', name);
  const wanted = hashOf(inputs);
  const isDone = existsSync(join(root, result)) && existsSync(stamp);
  if (isDone && readFileSync(stamp, 'utf8') === wanted) return;
  work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

/**
 * Lets another process strip the types of the server's files: what does it would stay in the memory of the one that
 * serves, see docs/decisions/021. A server starts without this as well.
 */
function fillModuleCache() {
  const [, ...args] = readJson(join(root, 'package.json')).scripts.start.split(' ');
  spawnSync(join(root, 'node_modules/.bin/node'), [...args, '--load-only'], { cwd: root, stdio: 'ignore' });
}

if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
  fail(`Zapdeck needs Node ${NODE_MAJOR_MIN} or newer to install; this is ${process.version}.`);
}
// Not `npm ci`: it refuses a lockfile without the packages of platforms that the registry in use does not carry. What
// the lockfile names is installed in just that version, and the lockfile stays as it is.
const INSTALL = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
if (!isInstalled()) npm(INSTALL, 'Installing what is missing (a minute or two)');
if (process.argv.includes('--web')) {
  doIfStale('web-build', WEB_INPUTS, 'web/dist/index.html', () =>
    npm(['run', 'build', '--silent'], 'Building the web app'),
  );
  doIfStale('server-load', SERVER_INPUTS, '.cache/modules', fillModuleCache);
}
