import { stat } from 'node:fs/promises';
import {
  NothingToBackUp,
  type Course,
  type BackupSource,
  type Progress,
  writeBackup,
} from '../backup/backup.ts';
import { UnusableBackup } from '../backup/archive.ts';
import { DatabaseNotEmpty, restoreBackup } from '../backup/restore.ts';
import { type Db, openDatabase } from '../db/client.ts';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { DataFolderInUse } from '../db/embedded/leftover.ts';
import { loggableError } from '../log/loggable-error.ts';
import { createJobQueue } from '../jobs/queue.ts';
import { allJobs } from './all-jobs.ts';
import type { Config } from '../config.ts';
import { fail, readSettings, say, type ReachedDatabase, reachDatabase } from './environment.ts';
import { hasKeyOfDatabase, placeOfKey } from './secret-key.ts';
import { explainCommandFault } from './start-faults.ts';

const USAGE = `npm run backup -- FILE    writes everything that the database holds into a new file, while Zapdeck runs or not
npm run restore -- FILE   reads such a file into an empty database: a new DATA_DIR, or the DATABASE_URL of one`;

const TELL_MS = 2_000;
const MEGABYTE = 1_000_000;
/** Shells use these codes for programs that a signal ended. */
const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
const number = (value: number) => value.toLocaleString('en');

function teller(): Progress {
  let toldAt = performance.now();
  return ({ rows, rowsEstimated, table }) => {
    if (performance.now() - toldAt < TELL_MS) return;
    toldAt = performance.now();
    say(`  ${table}: ${number(rows)} rows of about ${number(Math.max(rows, rowsEstimated))}`);
  };
}

/** Requires a new folder, because a running Zapdeck has rows that a restore must not change. */
async function reachEmptyDatabase(config: Config): Promise<ReachedDatabase> {
  if (config.databaseUrl !== undefined) return reachDatabase(config);
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir });
  return { connection: embedded.connection, release: () => embedded.stop() };
}

async function withDatabase(
  reached: ReachedDatabase,
  work: (place: BackupSource, db: Db) => Promise<void>,
): Promise<void> {
  const { connection, release } = reached;
  const { db, pool } = openDatabase(connection, () => undefined);
  try {
    const jobs = createJobQueue(pool, allJobs, { isWorker: false, onError: () => undefined });
    await work({ connection, jobs }, db);
    await jobs.stop();
  } finally {
    await pool.close();
    await release();
  }
}

async function backup(config: Config, path: string, course: Course): Promise<void> {
  if (await stat(path).catch(() => undefined)) fail(`${path} is there already: choose another name.`);
  await withDatabase(await reachDatabase(config), (place) => writeBackup(place, path, course));
  const { size } = await stat(path);
  say(`${path}: ${(size / MEGABYTE).toFixed(1)} MB. It holds addresses and password hashes: keep it safe.`);
  say(`It does not hold the secret key. Keep a copy of it elsewhere: ${placeOfKey(config)}.`);
}

async function restore(config: Config, path: string, course: Course): Promise<void> {
  if (!(await stat(path).catch(() => undefined))) fail(`There is no file ${path}.`);
  await withDatabase(await reachEmptyDatabase(config), async (place, db) => {
    const { tablesLeftOut, jobsLeftOut } = await restoreBackup(place, path, course);
    for (const table of tablesLeftOut) say(`Left out the table ${table}, which does not belong to Zapdeck.`);
    if (jobsLeftOut > 0)
      say(`${jobsLeftOut} waiting jobs are of a kind that this version does not know: left out.`);
    if (!(await hasKeyOfDatabase(db, config)))
      say(
        `The secret key of this backup is missing here. Put it into ${placeOfKey(config)} before you start. Without it, accounts stay, and people set up their authenticator apps again.`,
      );
  });
  say('Everything is restored and matches the backup. Start Zapdeck with the same settings.');
}

/** Returns the stack only for faults that an operator cannot fix. */
function explainFault(error: unknown, config: Config, path: string): string {
  if (error instanceof DataFolderInUse)
    return 'Zapdeck is running on this DATA_DIR. Restore into a new one, and start with that.';
  const kinds = [NothingToBackUp, UnusableBackup, DatabaseNotEmpty];
  if (kinds.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, path: of, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' && syscall === 'write') return 'The disk is full. Nothing was kept.';
  if (of?.startsWith(path)) return `${path} cannot be used (${code}).`;
  return explainCommandFault(error, config) ?? loggableError(error).stack;
}

const commands = { backup, restore } as const;
const [name = '', path = '', ...rest] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name as keyof typeof commands] : undefined;
if (!command || path === '' || rest.length > 0) fail(USAGE);
const config = readSettings();
const stop = new AbortController();
for (const [signal, code] of Object.entries(SIGNAL_CODES))
  process.once(signal, () => {
    process.exitCode = code;
    stop.abort();
  });
try {
  await command(config, path, { onProgress: teller(), signal: stop.signal });
} catch (error) {
  if (!stop.signal.aborted) fail(explainFault(error, config, path));
  process.stderr.write('Stopped. Nothing was kept.\n');
}
