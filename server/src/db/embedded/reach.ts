import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres, SUPERUSER } from './embedded-postgres.ts';
import { databaseHome, prepareHome } from './home.ts';
import { DataFolderInUse } from './leftover.ts';

/** Line of postmaster.pid with the folder of the socket; see miscadmin.h of PostgreSQL. */
const SOCKET_FOLDER_LINE = 4;

export class NoDatabase extends Error {
  override name = 'NoDatabase';
}

interface Reached {
  connection: EmbeddedPostgres['connection'];
  release(): Promise<void>;
}

export async function reachEmbeddedPostgres(dataDir: string): Promise<Reached> {
  const isThere = await stat(databaseHome(dataDir)).catch(() => undefined);
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
