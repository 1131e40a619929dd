import type pg from 'pg';

const REQUIRED = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/** Returns disabled settings of PostgreSQL that acknowledged changes need. */
export async function missingDurability(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY($1)',
    [REQUIRED],
  );
  return rows.filter((row) => row.setting === 'off').map((row) => row.name);
}
