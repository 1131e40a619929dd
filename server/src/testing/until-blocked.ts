import type pg from 'pg';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';

/**
 * Waits until this many statements of the database wait for a lock. `like` selects statements by their text. `pool` must not be a
 * client in a transaction, whose reads of `pg_stat_activity` all return the first result.
 */
export async function untilBlocked(
  pool: Pick<pg.ClientBase, 'query'>,
  { statements = 1, like = '%' } = {},
): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
      [like],
    );
    expect(rowCount).toBeGreaterThanOrEqual(statements);
  });
}
