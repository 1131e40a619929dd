import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { freePorts, startArguments, waitUntilOk } from '../testing/server-process.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TEST_MS = 120_000;
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
if (!isRoot)
  process.stdout.write('skipped: without root there is no full or foreign disk and no port for root alone\n');
const run = promisify(execFile);

const started: ChildProcess[] = [];
const folders: TemporaryFolder[] = [];
const mounts: string[] = [];
afterEach(async () => {
  for (const child of started.splice(0)) {
    const isOver = child.exitCode !== null || child.signalCode !== null;
    if (!isOver && child.kill()) await once(child, 'exit');
  }
  for (const mount of mounts.splice(0)) await run('umount', [mount]);
  for (const folder of folders.splice(0)) await folder.remove();
}, TEST_MS);

async function ownFolder(): Promise<string> {
  const folder = await temporaryFolder();
  folders.push(folder);
  return folder.path;
}

/** Mounts a separate file system of this many megabytes. */
async function mountedFolder(options: string): Promise<string> {
  const folder = await ownFolder();
  await run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  mounts.push(folder);
  return folder;
}

async function environment(dataDir: string): Promise<Record<string, string>> {
  const { port, demoPort } = await freePorts();
  return {
    PORT: String(port),
    DEMO_PORT: String(demoPort),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    DEMO: 'off',
  };
}

interface Started {
  child: ChildProcess;
  /** What it says when it cannot go on, with its exit code, once it has ended. */
  over: Promise<{ code: number | null; said: string }>;
}

function start(env: Record<string, string>, [command = process.execPath, ...before]: string[] = []): Started {
  const child = spawn(command, [...before, ...startArguments()], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  started.push(child);
  const said = text(child.stderr);
  return {
    child,
    over: once(child, 'exit').then(async ([code]) => ({ code: code as number, said: await said })),
  };
}

const asNobody = [
  'setpriv',
  `--reuid=${NOBODY}`,
  `--regid=${NOBODY}`,
  '--clear-groups',
  '--bounding-set=-all',
];

describe('what keeps a start from going on is one sentence', { timeout: TEST_MS }, () => {
  test('a port that is taken, before anything is made', async () => {
    const env = await environment(await ownFolder());
    for (const [name, demo] of [
      ['PORT', 'off'],
      ['DEMO_PORT', 'on'],
    ] as const) {
      const holder = createServer().listen(Number(env[name]), '0.0.0.0');
      await once(holder, 'listening');
      const { code, said } = await start({ ...env, DEMO: demo }).over;
      holder.close();
      expect([code, said]).toEqual([
        1,
        expect.stringMatching(new RegExp(`^The port.*${env[name]}.* set ${name} .*\\n$`)),
      ]);
      expect(await readdir(env['DATA_DIR'] ?? '')).toEqual([]);
    }
  });

  test('two first starts at once: one runs, and the other says so', async () => {
    const folder = await ownFolder();
    const envs = [await environment(folder), await environment(folder)];
    const both = envs.map((env) => ({ ...start(env), url: `http://localhost:${env['PORT']}/readyz` }));
    const { code, said } = await Promise.race(both.map(({ over }) => over));
    expect([code, said]).toEqual([1, expect.stringMatching(/^Zapdeck already runs on .*\n$/)]);
    const [winner] = both.filter(({ child }) => child.exitCode === null);
    await waitUntilOk(winner?.url ?? '');
    expect(await readdir(join(folder, 'postgres'))).toEqual(
      expect.not.arrayContaining([expect.stringContaining('.new')]),
    );
  });

  test('a data folder that is no folder', async () => {
    const file = join(await ownFolder(), 'file');
    await writeFile(file, '');
    const { code, said } = await start(await environment(join(file, 'data'))).over;
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^The folder .*cannot be written \(ENOTDIR\).*DATA_DIR.*\n$/),
    ]);
  });

  test.runIf(isRoot)('a data folder that cannot be written', async () => {
    const folder = await mountedFolder('ro');
    const { code, said } = await start(await environment(join(folder, 'data'))).over;
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^The folder .*cannot be written \((EROFS|ENOENT)\).*DATA_DIR.*\n$/),
    ]);
  });

  test.runIf(isRoot)('a data folder of somebody else', async () => {
    const folder = join(await ownFolder(), 'data');
    await mkdir(folder, { mode: 0o755 });
    const { code, said } = await start(await environment(folder), [...asNobody, process.execPath]).over;
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^The folder .*cannot be written \(EACCES\).*DATA_DIR.*\n$/),
    ]);
  });

  test.runIf(isRoot)('a port for root alone', async () => {
    const folder = await ownFolder();
    await chown(folder, NOBODY, NOBODY);
    const env = { ...(await environment(folder)), PORT: '81' };
    const { code, said } = await start(env, [...asNobody, process.execPath]).over;
    expect([code, said]).toEqual([1, expect.stringMatching(/^The port, 81, is for root alone: .*\n$/)]);
    expect(await readdir(folder)).toEqual([]);
  });

  // At the beginning of making the cluster, and at its end.
  test.runIf(isRoot).each([4, 30])('a disk of %i MB; with room it starts', async (size) => {
    const folder = await mountedFolder(`size=${size}m,mode=755`);
    const env = await environment(folder);
    const { code, said } = await start(env).over;
    expect([code, said]).toEqual([1, expect.stringMatching(/^The disk of .* is full: .*DATA_DIR.*\n$/)]);
    await run('mount', ['-o', 'remount,size=400m', folder]);
    start(env);
    await waitUntilOk(`http://localhost:${env['PORT']}/readyz`);
  });
});
