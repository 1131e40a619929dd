import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres, SUPERUSER } from './embedded-postgres.ts';
import { prepareHome } from './home.ts';
import { DataFolderInUse } from './leftover.ts';

/** Where postmaster.pid names the folder of the socket; see PostgreSQL's miscadmin.h. */
const SOCKET_FOLDER_LINE = 4;

/** There is no cluster in the data folder. */
export class NoDatabase extends Error {
  override name = 'NoDatabase';
}

interface Reached {
  connection: EmbeddedPostgres['connection'];
  /** Stops the server if it was started for this; one that ran before is left alone. */
  release(): Promise<void>;
}

/** Connects to the embedded PostgreSQL of the data folder, which runs already or is started for as long as needed. */
export async function reachEmbeddedPostgres(dataDir: string): Promise<Reached> {
  const isThere = await stat(join(dataDir, 'postgres')).catch(() => undefined);
  if (!isThere) throw new NoDatabase(`There is no database in ${dataDir} yet: start Zapdeck once first.`);
  try {
    const started = await startEmbeddedPostgres({ dataDir });
    return { connection: started.connection, release: () => started.stop() };
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
  }
  const { dataFolder } = await prepareHome(dataDir);
  const lock = (await readFile(join(dataFolder, 'postmaster.pid'), 'utf8')).split('\n');
  const connection = { host: lock[SOCKET_FOLDER_LINE] ?? '', user: SUPERUSER, database: 'postgres' };
  return { connection, release: async () => undefined };
}
