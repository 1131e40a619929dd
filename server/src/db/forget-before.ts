import { setTimeout as delay } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { HIGHEST_ID, LOWEST_ID, lowestIdAt } from './columns.ts';
import type { Db } from './client.ts';

const BATCH = 5_000;
/** Maximum difference between the clock of an id and that of its row. */
const CLOCKS_MS = 3_600_000;

interface Limits {
  isOver: () => boolean;
  batch?: number;
  /** Deletes only these rows. */
  condition?: SQL;
}

type Table = PgTable & { id: PgColumn; createdAt: PgColumn };

interface Ids {
  from: string;
  end: string;
}

async function forgetBetween(db: Db, table: Table, before: Date, ids: Ids, limits: Limits): Promise<number> {
  const { isOver, batch = BATCH, condition = sql`true` } = limits;
  // Each batch starts at the end of the last one, to skip its dead rows.
  let { from } = ids;
  let total = 0;
  for (;;) {
    const started = performance.now();
    const { rows } = await db.execute<{ deleted: number; last: string | null }>(sql`
      WITH gone AS (
        DELETE FROM ${table} WHERE id IN (
          SELECT id FROM ${table} WHERE id > ${from} AND id < ${ids.end} AND created_at < ${before} AND ${condition} ORDER BY id LIMIT ${batch})
        RETURNING id
      ) SELECT count(*)::int AS deleted, max(id::text) AS last FROM gone`);
    const [gone] = rows;
    total += gone?.deleted ?? 0;
    from = gone?.last ?? from;
    if ((gone?.deleted ?? 0) < batch || isOver()) return total;
    await delay(performance.now() - started);
  }
}

/** Deletes in batches, oldest first, with pauses. Returns the number of rows. */
export async function forgetBefore(db: Db, table: Table, before: Date, limits: Limits): Promise<number> {
  // Ids grow with time, except random ones of version 0.1.0. Those are above the ids of today, apart from very few.
  const ordered = { from: LOWEST_ID, end: lowestIdAt(new Date(before.getTime() + CLOCKS_MS)) };
  const random = { from: lowestIdAt(new Date(Date.now() + CLOCKS_MS)), end: HIGHEST_ID };
  const count = await forgetBetween(db, table, before, ordered, limits);
  return limits.isOver() ? count : count + (await forgetBetween(db, table, before, random, limits));
}
