import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const TEST_MS = 60_000;

/** Fake npm: records its start and installs on demand. */
const FAKE_NPM = `
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
process.on('SIGTERM', () => { appendFileSync('log', 'stopped '); process.exit(1); });
appendFileSync('log', 'begun ');
setInterval(() => {
  if (!existsSync('npm.js')) process.exit(1);
  if (!existsSync('go')) return;
  mkdirSync('node_modules', { recursive: true });
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: { 'node_modules/x': { version: '1.0.0' } } }));
  process.exit(0);
}, 10);
`;

let folder: string;
const started: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zapdeck-prepare-'));
  await mkdir(join(folder, 'scripts'));
  await copyFile(new URL('prepare.mjs', import.meta.url), join(folder, 'scripts/prepare.mjs'));
  await writeFile(join(folder, 'npm.mjs'), FAKE_NPM);
  // npm's own path ends like this.
  await writeFile(join(folder, 'npm.js'), `import('./npm.mjs');`);
  const lock = { packages: { '': {}, 'node_modules/x': { version: '1.0.0' } } };
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
});
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

function prepare(...args: string[]) {
  const child = spawn(process.execPath, args.length > 0 ? args : ['scripts/prepare.mjs'], {
    cwd: folder,
    env: { ...process.env, npm_execpath: join(folder, 'npm.js') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  return { child, exited: once(child, 'exit'), output: () => output };
}
const log = () => readFile(join(folder, 'log'), 'utf8').catch(() => '');
const until = (check: () => unknown) => vi.waitFor(check, { timeout: TEST_MS, interval: 20 });

test('stops the installation when it is stopped', async () => {
  const { child, exited } = prepare();
  await until(async () => expect(await log()).toBe('begun '));
  child.kill('SIGTERM');
  expect(await exited).toEqual([128 + 15, null]);
  expect(await log()).toBe('begun stopped ');
});

test('concurrent runs install once, also after a killed run', async () => {
  const killed = prepare();
  await until(async () => expect(await log()).toBe('begun '));
  killed.child.kill('SIGKILL');
  await killed.exited;

  const both = [prepare(), prepare()];
  await until(() =>
    expect(both.map(({ output }) => output()).join('')).toContain('Waiting for another start'),
  );
  await until(async () => expect(await log()).toBe('begun begun '));
  await writeFile(join(folder, 'go'), '');
  expect(await Promise.all(both.map(({ exited }) => exited))).toEqual([
    [0, null],
    [0, null],
  ]);
  expect(await log()).toBe('begun begun ');
});

test('a stale lock that another process takes over is not removed', async () => {
  const lock = join(folder, '.cache/prepare.lock');
  await mkdir(join(folder, '.cache'));
  await writeFile(lock, String(2 ** 30));
  // The first check finds a dead holder and leaves a live one: this test.
  const faster = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const read = fs.readFileSync;
    fs.readFileSync = (path, ...rest) => {
      const found = read(path, ...rest);
      if (path === ${JSON.stringify(lock)} && found === '${2 ** 30}') fs.writeFileSync(path, '${process.pid}');
      return found;
    };
    syncBuiltinESMExports();`;
  const { output } = prepare(
    '--import',
    `data:text/javascript,${encodeURIComponent(faster)}`,
    'scripts/prepare.mjs',
  );
  await until(() => expect(output()).toContain('Waiting for another start'));
  expect(await readFile(lock, 'utf8')).toBe(String(process.pid));
  expect(await log()).toBe('');
});

test('prints how to start on an old Node', async () => {
  const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } })`;
  const { exited, output } = prepare(
    '--import',
    `data:text/javascript,${encodeURIComponent(old)}`,
    'scripts/prepare.mjs',
  );
  expect(await exited).toEqual([1, null]);
  expect(output()).toMatch(/^Zapdeck needs Node 20 or newer to install; .* npx -y -p node@24 npm start\n$/);
  expect(await log()).toBe('');
});

test('fails if a build input is missing', async () => {
  await mkdir(join(folder, 'node_modules'));
  await copyFile(join(folder, 'package-lock.json'), join(folder, 'node_modules/.package-lock.json'));
  await mkdir(join(folder, 'server/dist'), { recursive: true });
  await writeFile(join(folder, 'server/dist/main.js'), '');
  await mkdir(join(folder, '.cache'));
  await writeFile(join(folder, '.cache/server-build'), '');
  const { exited, output } = prepare('scripts/prepare.mjs', '--server');
  expect(await exited).toEqual([1, null]);
  expect(output()).toBe('server/package.json is missing: it belongs to what is built.\n');
});

test('package.json has at most twenty documented commands, and all except start use the pinned Node', async () => {
  const { scripts } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const documented = await readFile(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8');
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(20);
  for (const [name, command] of Object.entries(scripts)) {
    expect(name === 'prestart' || new RegExp(`^npm (run )?${name}\\b`, 'm').test(documented), name).toBe(
      true,
    );
    // After `&&`, a bare `node` would be the Node of the PATH.
    expect(command.split(' && ').slice(1).join(' '), name).not.toMatch(/^node /);
  }
});
