// Runs before every command, under any Node (>= 20). So it is plain JavaScript without dependencies.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const NODE_MAJOR_MIN = 20;
const LOCK_POLL_MS = 200;
const LOCK_MAX_MS = 15 * 60_000;
const WEB_INPUTS = [
  'package-lock.json',
  'web/package.json',
  'web/vite.config.ts',
  'web/build',
  'web/public',
  'web/src',
  'web/worker',
  'contract/src',
  'messages',
];
const SERVER_INPUTS = [
  'package-lock.json',
  'server/package.json',
  'server/vite.config.ts',
  'contract/src',
  'messages',
  'demo/src',
  'server/src',
];
/** Not an input of builds. */
const TEST = /\.test\.tsx?$/;

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Runs a command and waits for it. Forwards signals. */
async function run(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  const handlers = ['SIGTERM', 'SIGINT'].map((signal) => {
    const handler = () => {
      child.kill(signal);
      child.once('close', () => process.exit(128 + constants.signals[signal]));
    };
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  const [status] = await once(child, 'close');
  for (const forget of handlers) forget();
  return { status, output };
}

async function npm(args, step) {
  process.stdout.write(`${step} …\n`);
  const started = Date.now();
  const npmScript = process.env['npm_execpath'];
  const [command, prefix] = npmScript?.endsWith('.js') ? [process.execPath, [npmScript]] : ['npm', []];
  const { status, output } = await run(command, [...prefix, ...args]);
  if (status !== 0) fail(`${output}\n${step}: failed.`);
  process.stdout.write(`${step}: done in ${Math.round((Date.now() - started) / 1000)} s\n`);
}

/** Returns true if all packages of the lockfile are installed in their versions. Optional ones may be missing. */
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
  const entry = statSync(join(root, path), { throwIfNoEntry: false });
  if (!entry) fail(`${path} is missing: it belongs to what is built.`);
  if (!entry.isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesBelow(join(path, name)));
}

function hashOf(inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(filesBelow).sort()) {
    if (TEST.test(file)) continue;
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

const stampOf = (name) => join(root, '.cache', name);

/** Returns true if the inputs are unchanged and the result exists. */
function isFresh({ name, inputs, result }) {
  const isDone = existsSync(join(root, result)) && existsSync(stampOf(name));
  return isDone && readFileSync(stampOf(name), 'utf8') === hashOf(inputs);
}

async function make({ name, inputs, work }) {
  const wanted = hashOf(inputs);
  await work();
  mkdirSync(dirname(stampOf(name)), { recursive: true });
  writeFileSync(stampOf(name), wanted);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Returns true if the process that holds the lock has died or exceeded the maximum time. */
function isStale(lock) {
  try {
    const holder = readFileSync(lock, 'utf8');
    // An empty file: the process is about to write its id.
    const isWorking = holder === '' || isAlive(Number(holder));
    return !isWorking || Date.now() - statSync(lock).mtimeMs > LOCK_MAX_MS;
  } catch {
    return false;
  }
}

/** Removes a stale lock under a second lock, so that no one removes a fresh one. */
function removeStaleLock(lock) {
  const guard = `${lock}.broken`;
  try {
    mkdirSync(guard);
  } catch {
    // Its holder was killed.
    if (Date.now() - (statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? 0) > LOCK_MAX_MS)
      rmSync(guard, { recursive: true, force: true });
    return;
  }
  if (isStale(lock)) rmSync(lock, { force: true });
  rmSync(guard, { recursive: true });
}

/** Takes the lock of this folder, because concurrent installations break each other. */
async function acquireLock() {
  const lock = stampOf('prepare.lock');
  mkdirSync(dirname(lock), { recursive: true });
  for (let isTold = false; ; ) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      process.on('exit', () => rmSync(lock, { force: true }));
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isStale(lock)) {
      removeStaleLock(lock);
    } else if (!isTold) {
      process.stdout.write('Waiting for another start, which installs or builds …\n');
      isTold = true;
    }
    await delay(LOCK_POLL_MS);
  }
}

if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
  fail(
    `Zapdeck needs Node ${NODE_MAJOR_MIN} or newer to install; this is ${process.version}. ` +
      'Update Node, or start once with: npx -y -p node@24 npm start',
  );
}
// Not `npm ci`: it rejects a lockfile if the registry lacks packages of other platforms. This command installs the
// versions of the lockfile and keeps it unchanged.
const INSTALL = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
const build = (workspace, what) => npm(['run', 'build', '-w', workspace, '--silent'], `Building ${what}`);
const server = {
  name: 'server-build',
  inputs: SERVER_INPUTS,
  result: 'server/dist/main.js',
  work: () => build('server', 'the server'),
};
const web = {
  name: 'web-build',
  inputs: WEB_INPUTS,
  result: 'web/dist/index.html',
  work: () => build('web', 'the web app'),
};
const wanted = process.argv.includes('--web')
  ? [server, web]
  : process.argv.includes('--server')
    ? [server]
    : [];
if (!isInstalled() || !wanted.every(isFresh)) {
  await acquireLock();
  if (!isInstalled()) await npm(INSTALL, 'Installing what is missing (a minute or two)');
  for (const product of wanted) if (!isFresh(product)) await make(product);
}
