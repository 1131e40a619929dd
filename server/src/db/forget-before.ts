import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { LOWEST_ID, lowestIdAt } from './columns.ts';
import type { Db } from './client.ts';

/** So many rows go at once: some tens of milliseconds, which nobody notices who waits for one of them. */
const BATCH = 5_000;
/** By so much may the clock that made an id differ from the one that dated the row. */
const CLOCKS_MS = 3_600_000;

interface Limits {
  /** Asked after each batch: what is left goes the next time. */
  isOver: () => boolean;
  batch?: number;
}

/** Deletes the rows from before this moment, oldest first, a batch at a time with a rest as long; returns how many. */
export async function forgetBefore(
  db: Db,
  table: PgTable & { id: PgColumn; createdAt: PgColumn },
  before: Date,
  { isOver, batch = BATCH }: Limits,
): Promise<number> {
  // By id, which grows with time and has an index. From where the last batch ended, past what it has left of itself there.
  const end = lowestIdAt(new Date(before.getTime() + CLOCKS_MS));
  let from = LOWEST_ID;
  let total = 0;
  for (;;) {
    const started = performance.now();
    const { rows } = await db.execute<{ deleted: number; last: string | null }>(sql`
      WITH gone AS (
        DELETE FROM ${table} WHERE id IN (
          SELECT id FROM ${table} WHERE id > ${from} AND id < ${end} AND created_at < ${before} ORDER BY id LIMIT ${batch})
        RETURNING id
      ) SELECT count(*)::int AS deleted, max(id::text) AS last FROM gone`);
    const [gone] = rows;
    total += gone?.deleted ?? 0;
    from = gone?.last ?? from;
    if ((gone?.deleted ?? 0) < batch || isOver()) return total;
    await delay(performance.now() - started);
  }
}
