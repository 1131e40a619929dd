import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { withinMinute } from '../../testing/eventually.ts';
import { clusterFolder } from '../../testing/cluster-folder.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { cacheSize, usableMemory } from './cache-size.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { clearLeftover } from './leftover.ts';

const UNPRIVILEGED_USER = 65_534;
const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;

const running: EmbeddedPostgres[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function ownFolder(parent?: string): Promise<string> {
  const { path } = await temporaryFolder(parent);
  folders.push(path);
  return path;
}

async function ownCluster(): Promise<string> {
  const { path } = await clusterFolder();
  folders.push(path);
  return path;
}

async function start(dataDir: string, settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings });
  running.push(postgres);
  return postgres;
}

interface Contained {
  child: ChildProcessWithoutNullStreams;
  line: Promise<string>;
  ended: Promise<unknown>;
}

/** Starts PostgreSQL in its own process and memory namespaces, as a container does. Stops it when the input ends. */
function startInContainer(dataDir: string): Contained {
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('embedded-postgres.ts', import.meta.url).href)});
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} }).then(
      (postgres) => {
        console.log('started');
        process.stdin.on('end', () => postgres.stop()).resume();
      },
      (error) => console.log(String(error)),
    );`;
  const namespaces = ['--pid', '--ipc', '--fork', '--kill-child', '--mount-proc'];
  const child = spawn('unshare', [...namespaces, process.execPath, '--input-type=module', '-e', code]);
  const line = once(child.stdout.setEncoding('utf8'), 'data').then(([text]) => String(text).trim());
  return { child, line, ended: once(child, 'exit') };
}

async function ask(postgres: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(postgres.connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('embedded PostgreSQL', () => {
  test('uses durable settings, a private socket and no port', async () => {
    const postgres = await start(await ownFolder());
    const settings = await ask(
      postgres,
      `SELECT name, setting FROM pg_settings
       WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses') ORDER BY name`,
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      listen_addresses: '',
      synchronous_commit: 'on',
    });
    expect((await stat(postgres.connection.host)).mode & 0o077).toBe(0);
    const cache = `pg_size_bytes(current_setting('shared_buffers')) = pg_size_bytes('${cacheSize(usableMemory())}')`;
    expect(await ask(postgres, `SELECT ${cache} AS is_as_wanted`)).toEqual([{ is_as_wanted: true }]);
  });

  test('keeps rows over a restart', async () => {
    const dataDir = await ownCluster();
    const first = await start(dataDir);
    await ask(first, 'CREATE TABLE kept AS SELECT 7 AS answer');
    await first.stop();
    expect(await ask(await start(dataDir), 'SELECT answer FROM kept')).toEqual([{ answer: 7 }]);
  });

  test('stops a postmaster whose owner is dead, and starts', async () => {
    const dataDir = await ownCluster();
    const orphan = await start(dataDir, { cluster_name: 'zapdeck-1' });
    const successor = await start(dataDir);
    await orphan.ended;
    expect(await ask(successor, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('starts after the children of a killed postmaster have ended', async () => {
    const folder = await ownCluster();
    const first = await start(folder);
    const client = new pg.Client(first.connection);
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const orphan = rows[0]?.pid ?? 0;
    process.kill(orphan, 'SIGSTOP');
    const [postmaster] = (await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(postmaster), 'SIGKILL');
    await first.ended;
    const second = start(folder);
    try {
      const { ino } = await stat(join(folder, 'postgres/lock'));
      await withinMinute(async () => {
        expect(await readFile('/proc/locks', 'utf8')).toMatch(new RegExp(`-> FLOCK .*:${ino} `));
      });
    } finally {
      process.kill(orphan, 'SIGCONT');
    }
    expect(await ask(await second, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await client.end().catch(() => undefined);
  });

  test('does not stop a postmaster whose owner is alive', async () => {
    const dataDir = await ownCluster();
    const first = await start(dataDir);
    await expect(start(dataDir)).rejects.toThrow(/already runs/);
    expect(await ask(first, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('ignores a lock file of a process that ended', async () => {
    const dataDir = await ownCluster();
    await (await start(dataDir)).stop();
    const lockFile = join(dataDir, 'postgres/data/postmaster.pid');
    await writeFile(lockFile, `${process.pid}\n${join(dataDir, 'postgres/data')}\n`);
    const postgres = await start(dataDir);
    expect((await readFile(lockFile, 'utf8')).split('\n')[0]).not.toBe(String(process.pid));
    expect(await ask(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test.each([
    ['has ended', 2 ** 22],
    ['is another one', process.pid],
  ])('refuses to start while a server responds, if the process of its lock file %s', async (_name, pid) => {
    const dataDir = await ownCluster();
    const first = await start(dataDir);
    const lockFile = join(dataDir, 'postgres/data/postmaster.pid');
    const lock = await readFile(lockFile, 'utf8');
    const moved = lock.replace(/^\d+/, String(pid));
    await writeFile(lockFile, moved);
    await expect(start(dataDir)).rejects.toThrow(/already runs on .* in another container/);
    expect(await readFile(lockFile, 'utf8')).toBe(moved);
    expect(await ask(first, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await writeFile(lockFile, lock);
  });

  test.runIf(isRoot)(
    'lets one of two concurrent starts in two containers succeed, and says why the other is refused',
    async () => {
      const dataDir = await ownCluster();
      const outcomes = [startInContainer(dataDir), startInContainer(dataDir)];
      const lines = await Promise.all(outcomes.map(({ line }) => line));
      for (const { child } of outcomes) child.stdin.end();
      await Promise.all(outcomes.map(({ ended }) => ended));
      expect(lines.toSorted()).toEqual([
        expect.stringMatching(/^DataFolderInUse: Zapdeck already runs on /),
        'started',
      ]);
    },
  );

  test('repeats a first start that was aborted', async () => {
    const dataDir = await ownFolder();
    await mkdir(join(dataDir, 'postgres/data.new/base'), { recursive: true });
    expect(await ask(await start(dataDir), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('removes the cluster of an aborted start, but not of a running one', async () => {
    const dataDir = await ownCluster();
    const [old, young] = ['old', 'young'].map((name) => join(dataDir, `postgres/data.new-${name}`));
    for (const partial of [old, young]) await mkdir(join(partial ?? '', 'base'), { recursive: true });
    const longAgo = new Date(Date.now() - 24 * 3_600_000);
    await utimes(old ?? '', longAgo, longAgo);
    await start(dataDir);
    const names = await readdir(join(dataDir, 'postgres'));
    expect(names.filter((name) => name.includes('.new'))).toEqual(['data.new-young']);
  });

  test('leaves nothing after an aborted first start', async () => {
    const dataDir = await ownFolder();
    const stop = new AbortController();
    const started = startEmbeddedPostgres({ dataDir, onStep: () => stop.abort(), signal: stop.signal });
    await expect(started).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(await readdir(join(dataDir, 'postgres'))).toEqual([]);
  });

  test('waits for an incomplete lock file', async () => {
    const dataDir = await ownCluster();
    const lockFile = join(dataDir, 'postgres/data/postmaster.pid');
    const first = await start(dataDir);
    const lock = await readFile(lockFile, 'utf8');
    await writeFile(lockFile, '');
    const cleared = clearLeftover(join(dataDir, 'postgres/data'));
    cleared.catch(() => undefined);
    expect(await readFile(lockFile, 'utf8')).toBe('');
    await writeFile(lockFile, lock);
    await expect(cleared).rejects.toThrow(/already runs/);
    expect(await ask(first, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('uses another folder for the socket if the path is too long', async () => {
    const dataDir = join(await ownFolder(), 'deep'.repeat(30));
    const postgres = await start(dataDir);
    expect(postgres.connection.host.startsWith(dataDir)).toBe(false);
    folders.push(postgres.connection.host);
    expect(await ask(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('explains why it refuses a cluster of another major version', async () => {
    const dataDir = await ownCluster();
    await writeFile(join(dataDir, 'postgres/data/PG_VERSION'), '15\n');
    await expect(start(dataDir)).rejects.toThrow(/made by PostgreSQL 15/);
  });

  test.runIf(isRoot)(
    'uses another folder for root’s cluster if PostgreSQL’s user cannot enter root’s home',
    async () => {
      const closed = await ownFolder(homedir());
      await chmod(closed, 0o700);
      const dataDir = join(closed, 'data');
      const postgres = await start(dataDir);
      const elsewhere = await readlink(join(dataDir, 'postgres'));
      folders.push(elsewhere);
      expect((await stat(join(elsewhere, 'data'))).uid).toBe(UNPRIVILEGED_USER);
      expect(await ask(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await postgres.stop();
      expect(await ask(await start(dataDir), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    },
  );

  test.runIf(isRoot)(
    'as root, runs a service user’s cluster as that user, who then owns all files',
    async () => {
      const dataDir = await ownCluster();
      const place = join(dataDir, 'postgres');
      await run('chown', ['-R', '4321:4322', place]);
      const postgres = await start(dataDir);
      expect(await ask(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await postgres.stop();
      const { stdout } = await run('find', [place, '!', '(', '-uid', '4321', '-gid', '4322', ')']);
      expect(stdout).toBe('');
    },
  );

  test.runIf(isRoot)('explains why it refuses a cluster that its user cannot reach', async () => {
    const closed = await ownCluster();
    await chmod(closed, 0o700);
    await expect(start(closed)).rejects.toThrow(/cannot enter/);
  });
});
