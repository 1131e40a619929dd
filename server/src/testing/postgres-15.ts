import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { UNPRIVILEGED_USER } from '../db/embedded/binaries.ts';

const run = promisify(execFile);

export const POSTGRES_15 = '/usr/lib/postgresql/15/bin';

const OWNER = 'zapdeck';
const READY_WAIT_MS = 30_000;
const READY_POLL_MS = 25;

interface Postgres15 {
  connection: { host: string; user: string; database: string };
  stop(): Promise<void>;
}

/** Starts PostgreSQL 15 on a new cluster, on a Unix socket, as an unprivileged user. */
export async function startPostgres15(
  parent: string,
  settings: Readonly<Record<string, string>>,
): Promise<Postgres15> {
  const folder = join(parent, 'postgres-15');
  const owner = process.getuid?.() === 0 ? UNPRIVILEGED_USER : undefined;
  await mkdir(folder, { mode: 0o700 });
  if (owner) await chown(folder, owner.uid, owner.gid);
  const as = { cwd: folder, ...owner };
  const data = join(folder, 'data');
  await run(
    join(POSTGRES_15, 'initdb'),
    ['-D', data, '-U', OWNER, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    as,
  );
  const all = { listen_addresses: '', unix_socket_directories: folder, ...settings };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(POSTGRES_15, 'postgres'), ['-D', data, ...args], { ...as, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const connection = { host: folder, user: OWNER, database: 'postgres' };
  const isReady = async () => {
    const client = new pg.Client(connection);
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  };
  for (let waited = 0; !(await isReady()); waited += READY_POLL_MS) {
    if (child.exitCode !== null || waited > READY_WAIT_MS) throw new Error('PostgreSQL 15 did not start');
    await delay(READY_POLL_MS);
  }
  return {
    connection,
    async stop() {
      child.kill('SIGINT');
      await ended;
    },
  };
}
