import type { Pool } from 'pg';

/** How many transactions ask again and again for their turn, as `takeTurn` does; each between two questions. */
export async function waitingTurns(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'
      AND query LIKE 'SELECT pg_try_advisory_xact_lock%'`);
  return rowCount ?? 0;
}
