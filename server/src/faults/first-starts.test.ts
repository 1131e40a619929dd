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
const UNPRIVILEGED_USER = 65_534;
const isRoot = process.getuid?.() === 0;
if (!isRoot)
  process.stdout.write('skipped: without root there is no full or read-only disk and no privileged port\n');
const run = promisify(execFile);

const started: ChildProcess[] = [];
const folders: TemporaryFolder[] = [];
const mounts: string[] = [];
afterEach(async () => {
  for (const child of started.splice(0)) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (!hasEnded && child.kill()) await once(child, 'exit');
  }
  for (const mount of mounts.splice(0)) await run('umount', [mount]);
  for (const folder of folders.splice(0)) await folder.remove();
}, TEST_MS);

async function ownFolder(): Promise<string> {
  const folder = await temporaryFolder();
  folders.push(folder);
  return folder.path;
}

/** Mounts a file system in memory with these options. */
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
  /** Resolves with exit code and error output when the process has ended. */
  ended: Promise<{ code: number | null; errors: string }>;
}

function start(env: Record<string, string>, [command = process.execPath, ...before]: string[] = []): Started {
  const child = spawn(command, [...before, ...startArguments()], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  started.push(child);
  const errors = text(child.stderr);
  return {
    child,
    ended: once(child, 'exit').then(async ([code]) => ({ code: code as number, errors: await errors })),
  };
}

const asNobody = [
  'setpriv',
  `--reuid=${UNPRIVILEGED_USER}`,
  `--regid=${UNPRIVILEGED_USER}`,
  '--clear-groups',
  '--bounding-set=-all',
];

describe('a failed start prints one sentence and exits with 1', { timeout: TEST_MS }, () => {
  test('if a port is in use, before it creates anything', async () => {
    const env = await environment(await ownFolder());
    for (const [name, demo] of [
      ['PORT', 'off'],
      ['DEMO_PORT', 'on'],
    ] as const) {
      const holder = createServer().listen(Number(env[name]), '0.0.0.0');
      await once(holder, 'listening');
      const { code, errors } = await start({ ...env, DEMO: demo }).ended;
      holder.close();
      expect([code, errors]).toEqual([
        1,
        expect.stringMatching(new RegExp(`^The port.*${env[name]}.* set ${name} .*\\n$`)),
      ]);
      expect(await readdir(env['DATA_DIR'] ?? '')).toEqual([]);
    }
  });

  test('if another first start runs on the same folder', async () => {
    const folder = await ownFolder();
    const envs = [await environment(folder), await environment(folder)];
    const both = envs.map((env) => ({ ...start(env), url: `http://localhost:${env['PORT']}/readyz` }));
    const { code, errors } = await Promise.race(both.map(({ ended }) => ended));
    expect([code, errors]).toEqual([1, expect.stringMatching(/^Zapdeck already runs on .*\n$/)]);
    const [winner] = both.filter(({ child }) => child.exitCode === null);
    await waitUntilOk(winner?.url ?? '');
    expect(await readdir(join(folder, 'postgres'))).toEqual(
      expect.not.arrayContaining([expect.stringContaining('.new')]),
    );
  });

  test('if DATA_DIR is below a file', async () => {
    const file = join(await ownFolder(), 'file');
    await writeFile(file, '');
    const { code, errors } = await start(await environment(join(file, 'data'))).ended;
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^The folder .*cannot be written \(ENOTDIR\).*DATA_DIR.*\n$/),
    ]);
  });

  test.runIf(isRoot)('if DATA_DIR cannot be written', async () => {
    const folder = await mountedFolder('ro');
    const { code, errors } = await start(await environment(join(folder, 'data'))).ended;
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^The folder .*cannot be written \((EROFS|ENOENT)\).*DATA_DIR.*\n$/),
    ]);
  });

  test.runIf(isRoot)('if DATA_DIR belongs to another user', async () => {
    const folder = join(await ownFolder(), 'data');
    await mkdir(folder, { mode: 0o755 });
    const { code, errors } = await start(await environment(folder), [...asNobody, process.execPath]).ended;
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^The folder .*cannot be written \(EACCES\).*DATA_DIR.*\n$/),
    ]);
  });

  test.runIf(isRoot)('if the port needs root', async () => {
    const folder = await ownFolder();
    await chown(folder, UNPRIVILEGED_USER, UNPRIVILEGED_USER);
    const env = { ...(await environment(folder)), PORT: '81' };
    const { code, errors } = await start(env, [...asNobody, process.execPath]).ended;
    expect([code, errors]).toEqual([1, expect.stringMatching(/^The port, 81, is for root alone: .*\n$/)]);
    expect(await readdir(folder)).toEqual([]);
  });

  // Fails at the beginning and at the end of creating the cluster.
  test.runIf(isRoot).each([4, 30])(
    'if a disk of %i MB is full, and starts once there is room',
    async (size) => {
      const folder = await mountedFolder(`size=${size}m,mode=755`);
      const env = await environment(folder);
      const { code, errors } = await start(env).ended;
      expect([code, errors]).toEqual([1, expect.stringMatching(/^The disk of .* is full\. .*DATA_DIR.*\n$/)]);
      await run('mount', ['-o', 'remount,size=400m', folder]);
      start(env);
      await waitUntilOk(`http://localhost:${env['PORT']}/readyz`);
    },
  );
});
