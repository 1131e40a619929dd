import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { cacheSize, usableMemory } from './cache-size.ts';
import { type Home, prepareHome, prepareSocketFolder } from './home.ts';
import { clearLeftover, ownerMark } from './leftover.ts';

const run = promisify(execFile);

/** Who owns the cluster; the socket lets nobody else in. */
export const SUPERUSER = 'zapdeck';
const READY_WAIT_MS = 60_000;
const READY_POLL_MS = 15;
const STOP_WAIT_MS = 10_000;
/** What the children of a killed postmaster get to notice that they are alone. */
const ORPHANS_WAIT_MS = 30_000;
const ORPHANS_POLL_MS = 200;

/** Where setpriv lives on Linux; with it the kernel stops PostgreSQL when we are killed. */
const SETPRIV = '/usr/bin/setpriv';

/** On by default; stated, because they are the promise that an answered write stays. */
const durable = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' } as const;

export interface EmbeddedPostgres {
  /** For `pg`: the socket, the user and the database. */
  connection: { host: string; user: string; database: string };
  /** Settles when the server ends, asked or not. */
  ended: Promise<void>;
  /** Stops the server after a checkpoint; open connections are closed. */
  stop(): Promise<void>;
}

interface StartOptions {
  dataDir: string;
  /** Server settings beyond the durable defaults; tests trade safety for speed here. */
  settings?: Readonly<Record<string, string>>;
  /** Hears of the steps that take longer than a moment. */
  onStep?: (step: string) => void;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

const PARTIAL = '.new';

/**
 * Makes the cluster under a name of its own first: a start that is cut off leaves nothing half made behind, and of two at
 * once the faster one has its cluster in place, which then is there for the other.
 */
async function initialise(home: Home): Promise<void> {
  const partial = `${home.dataFolder}${PARTIAL}-${randomBytes(6).toString('hex')}`;
  try {
    await run(
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
      { ...home.owner, cwd: home.folder },
    );
    await rename(partial, home.dataFolder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!(await exists(home.dataFolder))) throw error;
  }
}

/** Removes what starts that were cut off have left of clusters; who still makes one finds ours instead. */
async function clearPartials(home: Home): Promise<void> {
  const prefix = `${basename(home.dataFolder)}${PARTIAL}`;
  const partials = (await readdir(home.folder)).filter((name) => name.startsWith(prefix));
  for (const name of partials) await rm(join(home.folder, name), { recursive: true, force: true });
}

/** The data folder is of another major version of PostgreSQL; the message tells the operator. */
export class OtherMajor extends Error {
  override name = 'OtherMajor';
}

async function refuseOtherMajor(home: Home): Promise<void> {
  const stored = (await readFile(join(home.dataFolder, 'PG_VERSION'), 'utf8')).trim();
  const { stdout } = await run(home.binaries.postgres, ['--version'], {
    ...home.owner,
    cwd: home.folder,
  });
  const ours = /(\d+)\./.exec(stdout)?.[1];
  if (stored !== ours) {
    throw new OtherMajor(
      `${home.dataFolder} was made by PostgreSQL ${stored}, and this Zapdeck brings ${ours}: back it up with the version before (npm run backup), and restore it into a new DATA_DIR (npm run restore).`,
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
    cluster_name: ownerMark(process.pid),
    shared_buffers: cacheSize(usableMemory()),
    ...settings,
  };
  for (const [name, value] of Object.entries(all)) args.push('-c', `${name}=${value}`);
  const hasSetpriv = process.platform === 'linux' && (await exists(SETPRIV));
  const [command, prefix] = hasSetpriv
    ? [SETPRIV, ['--pdeathsig', 'INT', home.binaries.postgres]]
    : [home.binaries.postgres, []];
  const log = await open(join(home.folder, 'postgres.log'), 'a');
  try {
    return spawn(command, [...prefix, ...args], {
      ...home.owner,
      cwd: home.folder,
      // A session of its own, so that Ctrl-C reaches us alone and we stop it in order.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
  } finally {
    await log.close();
  }
}

function isOver({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** The name of the cluster that answers; undefined when none does yet. */
async function readClusterName(connection: pg.ClientConfig): Promise<string | undefined> {
  const client = new pg.Client(connection);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(`SELECT current_setting('cluster_name') AS name`);
    return rows[0]?.name;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function waitUntilReady(child: ChildProcess, connection: pg.ClientConfig, home: Home): Promise<void> {
  for (let waited = 0; waited < READY_WAIT_MS && !isOver(child); waited += READY_POLL_MS) {
    const name = await readClusterName(connection);
    if (name !== undefined && child.spawnargs.includes(`cluster_name=${name}`)) return;
    // Another start at the same moment was faster; ours ends at its lock.
    if (name !== undefined) await clearLeftover(home.dataFolder);
    await delay(READY_POLL_MS);
  }
  if (isOver(child)) await clearLeftover(home.dataFolder);
  const log = await readFile(join(home.folder, 'postgres.log'), 'utf8').catch(() => '');
  throw new Error(`PostgreSQL did not start. The end of its log:\n${log.split('\n').slice(-12).join('\n')}`);
}

/** Launches, again and again while children of a postmaster that was killed still hold its memory. */
async function launchWhenFree(
  home: Home,
  connection: EmbeddedPostgres['connection'],
  settings: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  for (let waited = 0; ; waited += ORPHANS_POLL_MS) {
    const child = await launch(home, connection.host, settings);
    try {
      await waitUntilReady(child, connection, home);
      return child;
    } catch (error) {
      const isHeld = error instanceof Error && error.message.includes('pre-existing shared memory block');
      if (!isHeld || child.exitCode === null || waited >= ORPHANS_WAIT_MS) throw error;
      await delay(ORPHANS_POLL_MS);
    }
  }
}

/**
 * Starts the PostgreSQL that npm installed on the cluster in `dataDir`, made at the first start. It listens on a
 * private Unix socket only. Throws DataFolderInUse while another process of ours has it open.
 */
export async function startEmbeddedPostgres({
  dataDir,
  settings = {},
  onStep,
}: StartOptions): Promise<EmbeddedPostgres> {
  const home = await prepareHome(dataDir);
  if (!(await exists(home.dataFolder))) {
    onStep?.('Creating the database');
    await initialise(home);
  }
  await refuseOtherMajor(home);
  await clearLeftover(home.dataFolder);
  const socketFolder = await prepareSocketFolder(home);
  const connection = { host: socketFolder, user: SUPERUSER, database: 'postgres' };
  const child = await launchWhenFree(home, connection, settings);
  await clearPartials(home);
  const ended = isOver(child) ? Promise.resolve() : once(child, 'exit').then(() => undefined);
  return {
    connection,
    ended,
    async stop() {
      if (isOver(child)) return;
      child.kill('SIGINT');
      const isStopped = await Promise.race([
        ended.then(() => true),
        delay(STOP_WAIT_MS, false, { ref: false }),
      ]);
      if (!isStopped) {
        child.kill('SIGQUIT');
        await ended;
      }
    },
  };
}
