import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePorts, waitUntilOk } from '../testing/server-process.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TEST_MS = 180_000;
const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
if (!isRoot) process.stdout.write('skipped: without root there is no first process of a container\n');

let folder: TemporaryFolder | undefined;
let dataDir: string;
let url: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  folder = await temporaryFolder();
  dataDir = folder.path;
  const { port, demoPort } = await freePorts();
  url = `http://localhost:${port}`;
  const settings = { PORT: String(port), DEMO_PORT: String(demoPort), DATA_DIR: dataDir, DEMO: 'off' };
  env = { ...process.env, ...settings, LOG_LEVEL: 'warn' };
});
afterAll(() => folder?.remove());
const groups: number[] = [];
afterEach(() => {
  // The groups have ended, unless the test failed.
  for (const group of groups.splice(0)) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // The group has ended.
    }
  }
});

/** Runs the command in a session of its own, as a terminal would, until the server is ready. */
async function start(
  command: string,
  ...args: string[]
): Promise<{ child: ChildProcess; output: () => string }> {
  const child = spawn(command, args, { cwd: ROOT, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  groups.push(child.pid ?? 0);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`ended with ${code}:\n${output}`);
  });
  await Promise.race([waitUntilOk(`${url}/readyz`), ended]);
  ended.catch(() => undefined);
  return { child, output: () => output };
}

/** Returns the only child of a process. */
async function childOf(pid: number): Promise<number> {
  return Number(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'));
}

/** Expects that the server has ended and PostgreSQL has shut down cleanly. */
async function expectStopped(): Promise<void> {
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
  const log = await readFile(join(dataDir, 'postgres/postgres.log'), 'utf8');
  expect(log.trimEnd().split('\n').at(-1)).toContain('database system is shut down');
}

describe('npm start', { timeout: TEST_MS }, () => {
  test('shuts down cleanly on SIGTERM from a supervisor, and starts again', async () => {
    const { child } = await start('npm', 'start');
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
    await expectStopped();
  });

  test('shuts down cleanly on Ctrl-C, which the server receives from the terminal and from npm', async () => {
    const { child } = await start('npm', 'start');
    const exited = once(child, 'exit');
    process.kill(-(child.pid ?? 0), 'SIGINT');
    expect((await exited)[0]).toBe(0);
    await expectStopped();
  });

  test.runIf(isRoot)('shuts down cleanly as the first process of a container', async () => {
    const { child } = await start('unshare', '--pid', '--fork', '--mount-proc', 'npm', 'start');
    const exited = once(child, 'exit');
    process.kill(await childOf(child.pid ?? 0), 'SIGTERM');
    expect((await exited)[0]).toBe(0);
    await expectStopped();
  });
});

describe('the server process', { timeout: TEST_MS }, () => {
  test.runIf(isRoot)('handles a signal during its start as the first process of a container', async () => {
    const fresh = await temporaryFolder();
    const child = spawn(
      'unshare',
      ['--pid', '--fork', '--mount-proc', process.execPath, 'server/dist/main.js'],
      {
        cwd: ROOT,
        env: { ...env, DATA_DIR: fresh.path },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const exited = once(child, 'exit');
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    expect(String(line)).toBe('Creating the database …\n');
    const first = await childOf(child.pid ?? 0);
    process.kill(first, 'SIGTERM');
    expect((await exited)[0]).toBe(0);
    // The incomplete cluster is removed.
    expect(await readdir(join(fresh.path, 'postgres'))).toEqual([]);
    await fresh.remove();
  });

  test('prints the required version on an older Node', async () => {
    const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`;
    const args = ['--import', `data:text/javascript,${encodeURIComponent(old)}`, 'server/dist/main.js'];
    const failure = await run(process.execPath, args, { cwd: ROOT, env }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Zapdeck runs on Node 24 .*npm start.*\n$/),
    });
    // An old Node runs the first line only if the file has no static import.
    expect(await readFile(join(ROOT, 'server/dist/main.js'), 'utf8')).not.toMatch(/^import\b(?!\()/m);
  });
});
