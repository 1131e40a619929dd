import type pg from 'pg';
import { SCHEMA_LOCK } from './advisory-locks.ts';

export interface LockHolder {
  pid: number;
  name: string;
  since: Date | null;
  holds: string[];
}

const HOLDERS_MAX = 5;

export async function readLockHolders(client: pg.Client, forMs: number): Promise<LockHolder[]> {
  const { rows } = await client.query<LockHolder>(
    `SELECT pid, coalesce(nullif(application_name, ''), nullif(backend_type, ''), 'unknown') AS name,
       xact_start AS since, array_agg(DISTINCT coalesce(relname || ' (' || mode || ')', 'the lock of the schema')) AS holds
     FROM pg_locks JOIN pg_stat_activity USING (pid)
       LEFT JOIN pg_class ON pg_class.oid = relation AND relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace
     WHERE granted AND pid <> pg_backend_pid()
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND (pg_class.oid IS NOT NULL OR (locktype = 'advisory' AND classid = 0 AND objid = $1 AND objsubid = 1))
       AND (xact_start IS NULL OR xact_start <= clock_timestamp() - make_interval(secs => $2 / 1000.0))
     GROUP BY pid, application_name, backend_type, xact_start ORDER BY xact_start NULLS LAST, pid LIMIT $3`,
    [SCHEMA_LOCK, forMs, HOLDERS_MAX],
  );
  return rows;
}

export function describeHolder({ pid, name, since, holds }: LockHolder): string {
  const time = since === null ? '' : ` since ${since.toISOString().replace('T', ' ').slice(0, 19)} UTC`;
  return `process ${pid} (${name}), in a transaction${time}, holds ${holds.join(', ')}`;
}
