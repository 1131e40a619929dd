import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { LOWEST_ID, lowestIdAt } from './columns.ts';
import type { Db } from './client.ts';

const BATCH = 5_000;
/** Maximum difference between the clock of an id and that of its row. */
const CLOCKS_MS = 3_600_000;

interface Limits {
  isOver: () => boolean;
  batch?: number;
}

/** Deletes in batches, oldest first, with pauses. Returns the number of rows. */
export async function forgetBefore(
  db: Db,
  table: PgTable & { id: PgColumn; createdAt: PgColumn },
  before: Date,
  { isOver, batch = BATCH }: Limits,
): Promise<number> {
  // Ids grow with time. Each batch starts at the end of the last one, to skip its dead rows.
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
