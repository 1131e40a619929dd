import type pg from 'pg';
import { reachEmbeddedPostgres } from '../db/embedded/reach.ts';
import type { Config } from '../config.ts';

export interface ReachedDatabase {
  connection: pg.PoolConfig;
  release: () => Promise<void>;
}

export async function reachDatabase({ databaseUrl, dataDir }: Config): Promise<ReachedDatabase> {
  if (databaseUrl === undefined) return reachEmbeddedPostgres(dataDir);
  return { connection: { connectionString: databaseUrl }, release: async () => undefined };
}
