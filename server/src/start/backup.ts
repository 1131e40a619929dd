import { stat } from 'node:fs/promises';
import { type Progress, type Source, writeBackup } from '../backup/backup.ts';
import { UnusableBackup } from '../backup/archive.ts';
import { DatabaseInUse, restoreBackup } from '../backup/restore.ts';
import { openDatabase } from '../db/client.ts';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { DataFolderInUse } from '../db/embedded/leftover.ts';
import { NoDatabase } from '../db/embedded/reach.ts';
import { UnusableSchema } from '../db/migrate.ts';
import { loggableError } from '../http/loggable-error.ts';
import { createJobQueue } from '../jobs/queue.ts';
import { allJobs } from './all-jobs.ts';
import type { Config } from './config.ts';
import { fail, readSettings, say } from './environment.ts';
import { type ReachedDatabase, reachDatabase } from './reach-database.ts';

const USAGE = `npm run backup -- FILE    writes everything that the database holds into a new file, while Zapdeck runs or not
npm run restore -- FILE   reads such a file into an empty database: a new DATA_DIR, or the DATABASE_URL of one`;

/** How often the terminal is told how far it has come. */
const TELL_MS = 2_000;
const MEGABYTE = 1_000_000;
const number = (value: number) => value.toLocaleString('en');

function teller(): Progress {
  let toldAt = performance.now();
  return ({ rows, rowsEstimated, table }) => {
    if (performance.now() - toldAt < TELL_MS) return;
    toldAt = performance.now();
    say(`  ${table}: ${number(rows)} rows of about ${number(Math.max(rows, rowsEstimated))}`);
  };
}

/** A new folder gets a cluster; a running Zapdeck has one with rows already, which no restore touches. */
async function reachEmptyDatabase(config: Config): Promise<ReachedDatabase> {
  if (config.databaseUrl !== undefined) return reachDatabase(config);
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir });
  return { connection: embedded.connection, release: () => embedded.stop() };
}

async function withDatabase(
  reached: ReachedDatabase,
  work: (source: Source) => Promise<void>,
): Promise<void> {
  const { connection, release } = reached;
  const { pool } = openDatabase(connection, () => undefined);
  try {
    const jobs = createJobQueue(pool, allJobs, { isWorker: false, onError: () => undefined });
    await work({ connection, jobs });
    await jobs.stop();
  } finally {
    await pool.end();
    await release();
  }
}

async function backup(path: string): Promise<void> {
  if (await stat(path).catch(() => undefined)) fail(`${path} is there already: choose another name.`);
  await withDatabase(await reachDatabase(readSettings()), (source) => writeBackup(source, path, teller()));
  const { size } = await stat(path);
  say(`${path}: ${(size / MEGABYTE).toFixed(1)} MB. It holds addresses and password hashes: keep it safe.`);
}

async function restore(path: string): Promise<void> {
  if (!(await stat(path).catch(() => undefined))) fail(`There is no file ${path}.`);
  await withDatabase(await reachEmptyDatabase(readSettings()), (source) =>
    restoreBackup(source, path, teller()),
  );
  say('Everything is restored and was compared with the backup. Start Zapdeck with the same settings.');
}

/** What an operator can mend, told in words; the rest with where it came from. */
function wordsOf(error: unknown): string {
  if (error instanceof DataFolderInUse)
    return 'Zapdeck runs on this DATA_DIR: restore into a new one, and start with that.';
  const kinds = [NoDatabase, UnusableBackup, DatabaseInUse, UnusableSchema];
  if (kinds.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'The disk is full: nothing was kept of it.';
  if (code === 'EACCES' || code === 'ENOENT' || code === 'EEXIST' || code === 'ENOTDIR')
    return `${path ?? 'The file'} cannot be used (${code}).`;
  return loggableError(error).stack;
}

const commands: Readonly<Record<string, (path: string) => Promise<void>>> = { backup, restore };
const [name = '', path = '', ...rest] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!command || path === '' || rest.length > 0) fail(USAGE);
try {
  await command(path);
} catch (error) {
  fail(wordsOf(error));
}
