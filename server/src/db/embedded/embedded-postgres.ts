import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { cacheSize, usableMemory } from './cache-size.ts';
import { type Home, prepareHome, prepareSocketFolder } from './home.ts';
import { clearLeftover, ownerMark } from './leftover.ts';

const execute = promisify(execFile);

/** Only its owner can enter the folder of the socket. */
export const SUPERUSER = 'zapdeck';
const READY_WAIT_MS = 60_000;
const READY_POLL_MS = 15;
const STOP_WAIT_MS = 10_000;
const UNREADY_STOP_WAIT_MS = 2_000;
const ANSWER_WAIT_MS = 1_000;
const PARTIAL_KEPT_MS = 3_600_000;
const ORPHANS_WAIT_MS = 30_000;
const ORPHANS_POLL_MS = 200;

/** With setpriv, the kernel stops PostgreSQL when this process is killed. */
const SETPRIV = '/usr/bin/setpriv';
/** PostgreSQL's lock file contains a process id, which is meaningless in another container. */
const FLOCK = '/usr/bin/flock';

const durable = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' } as const;

export interface EmbeddedPostgres {
  connection: { host: string; user: string; database: string };
  ended: Promise<void>;
  stop(): Promise<void>;
}

interface StartOptions {
  dataDir: string;
  settings?: Readonly<Record<string, string>>;
  onStep?: (step: string) => void;
  /** Aborts the start, which then rejects with AbortError and leaves no process. */
  signal?: AbortSignal | undefined;
}

export class PostgresFailed extends Error {
  override name = 'PostgresFailed';
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

const PARTIAL = '.new';
const REMOVE_ALL = { recursive: true, force: true, maxRetries: 5 } as const;

/** Creates the cluster in a temporary folder and renames it, so that an aborted start leaves no partial cluster. */
async function initialise(home: Home, signal: AbortSignal | undefined): Promise<void> {
  const partial = `${home.dataFolder}${PARTIAL}-${randomBytes(6).toString('hex')}`;
  try {
    await execute(
      home.binaries.initdb,
      [
        '-D',
        partial,
        '-U',
        SUPERUSER,
        '--auth=trust',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--locale=C.UTF-8',
      ],
      { ...home.owner, cwd: home.folder, signal },
    );
    await rename(partial, home.dataFolder);
  } catch (error) {
    await rm(partial, REMOVE_ALL).catch(() => undefined);
    signal?.throwIfAborted();
    if (await exists(home.dataFolder)) return;
    const { stderr, message } = error as Error & { stderr?: string };
    throw new PostgresFailed(`The database could not be created: ${stderr?.trim() || message}`, {
      cause: error,
    });
  }
}

/** Removes clusters of aborted starts, except recent ones, which another start may still be creating. */
async function clearPartials(home: Home): Promise<void> {
  const prefix = `${basename(home.dataFolder)}${PARTIAL}`;
  for (const name of await readdir(home.folder)) {
    if (!name.startsWith(prefix)) continue;
    const partial = join(home.folder, name);
    const made = await stat(partial).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > PARTIAL_KEPT_MS) await rm(partial, REMOVE_ALL);
  }
}

export class OtherMajor extends Error {
  override name = 'OtherMajor';
}

async function refuseOtherMajor(home: Home): Promise<void> {
  const stored = (await readFile(join(home.dataFolder, 'PG_VERSION'), 'utf8')).trim();
  const { stdout } = await execute(home.binaries.postgres, ['--version'], {
    ...home.owner,
    cwd: home.folder,
  });
  const ours = /(\d+)\./.exec(stdout)?.[1];
  if (stored !== ours) {
    throw new OtherMajor(
      `${home.dataFolder} was made by PostgreSQL ${stored}, and this Zapdeck brings ${ours}: back it up with the version before (npm run backup), and restore it into a new DATA_DIR (npm execute restore).`,
    );
  }
}

async function launch(
  home: Home,
  socketFolder: string,
  settings: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const args = ['-D', home.dataFolder];
  const all = {
    ...durable,
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    // In a container, the owner always has process id 1, so the id alone is not unique.
    cluster_name: `${ownerMark(process.pid)}-${randomBytes(4).toString('hex')}`,
    shared_buffers: cacheSize(usableMemory()),
    ...settings,
  };
  for (const [name, value] of Object.entries(all)) args.push('-c', `${name}=${value}`);
  const hasTools = process.platform === 'linux' && (await exists(SETPRIV)) && (await exists(FLOCK));
  const waitForLock = [
    FLOCK,
    '--timeout',
    String(ORPHANS_WAIT_MS / 1000),
    '--no-fork',
    join(home.folder, 'lock'),
  ];
  const [command, prefix] = hasTools
    ? [SETPRIV, ['--pdeathsig', 'INT', ...waitForLock, home.binaries.postgres]]
    : [home.binaries.postgres, []];
  const log = await open(join(home.folder, 'postgres.log'), 'a');
  try {
    const child = spawn(command, [...prefix, ...args], {
      ...home.owner,
      cwd: home.folder,
      // A separate session, so that Ctrl-C does not stop PostgreSQL before the server.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    await once(child, 'spawn');
    return child;
  } finally {
    await log.close();
  }
}

function isOver({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function stopServer(child: ChildProcess, waitMs = STOP_WAIT_MS): Promise<void> {
  if (isOver(child)) return;
  const exited = once(child, 'exit');
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    child.kill(signal);
    await Promise.race([exited, delay(waitMs, undefined, { ref: false })]);
    if (isOver(child)) return;
  }
  child.kill('SIGKILL');
  await exited;
}

async function readClusterName(connection: pg.ClientConfig): Promise<string | undefined> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: ANSWER_WAIT_MS,
    query_timeout: ANSWER_WAIT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(`SELECT current_setting('cluster_name') AS name`);
    return rows[0]?.name;
  } catch {
    return undefined;
  } finally {
    void client.end().catch(() => undefined);
  }
}

async function waitUntilReady(
  child: ChildProcess,
  connection: pg.ClientConfig,
  home: Home,
  signal: AbortSignal | undefined,
): Promise<void> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < READY_WAIT_MS && !isOver(child)) {
    const name = await readClusterName(connection);
    if (name !== undefined && child.spawnargs.includes(`cluster_name=${name}`)) return;
    // Another start was faster. This one fails at the lock.
    if (name !== undefined) await clearLeftover(home.dataFolder);
    await delay(READY_POLL_MS, undefined, { signal });
  }
  if (isOver(child)) await clearLeftover(home.dataFolder);
  const log = await readFile(join(home.folder, 'postgres.log'), 'utf8').catch(() => '');
  throw new PostgresFailed(
    `PostgreSQL did not start. The end of its log:\n${log.split('\n').slice(-12).join('\n')}`,
  );
}

/** Retries while children of a killed postmaster hold its memory. */
async function launchWhenFree(
  home: Home,
  connection: EmbeddedPostgres['connection'],
  settings: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<ChildProcess> {
  for (let waited = 0; ; waited += ORPHANS_POLL_MS) {
    const child = await launch(home, connection.host, settings);
    try {
      await waitUntilReady(child, connection, home, signal);
      return child;
    } catch (error) {
      const isHeld = error instanceof Error && error.message.includes('pre-existing shared memory block');
      if (!isHeld || child.exitCode === null || waited >= ORPHANS_WAIT_MS) {
        await stopServer(child, UNREADY_STOP_WAIT_MS);
        throw error;
      }
      await delay(ORPHANS_POLL_MS, undefined, { signal });
    }
  }
}

/** Starts PostgreSQL. Throws DataFolderInUse if another Zapdeck uses the folder. */
export async function startEmbeddedPostgres({
  dataDir,
  settings = {},
  onStep,
  signal,
}: StartOptions): Promise<EmbeddedPostgres> {
  const home = await prepareHome(dataDir);
  if (!(await exists(home.dataFolder))) {
    onStep?.('Creating the database');
    await initialise(home, signal);
  }
  await refuseOtherMajor(home);
  await clearLeftover(home.dataFolder);
  const socketFolder = await prepareSocketFolder(home);
  const connection = { host: socketFolder, user: SUPERUSER, database: 'postgres' };
  const child = await launchWhenFree(home, connection, settings, signal);
  const ended = isOver(child) ? Promise.resolve() : once(child, 'exit').then(() => undefined);
  await clearPartials(home);
  return { connection, ended, stop: () => stopServer(child) };
}
