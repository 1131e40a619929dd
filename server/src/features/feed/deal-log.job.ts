import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { defineScheduledJob } from '../../jobs/job.ts';
import { dayOf, HAND_MAX_AGE_MS } from './deck-pages.ts';

const DAY_MS = 24 * 3_600_000;
/** Days whose partitions exist in advance: the job may fail for a day. */
const DAYS_AHEAD = 2;
const PARTITION_PREFIX = 'deck_pages_';
/** Decks per DELETE, which takes some tens of milliseconds. */
const BATCH_DECKS = 1_000;

const partitionOf = (day: string): string => PARTITION_PREFIX + day.replaceAll('-', '');

async function readPartitions(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'deck_pages'::regclass`,
  );
  return rows.map(({ name }) => name);
}

/** Creates the partition of a day, unless the default partition has rows of that day: PostgreSQL would refuse it. */
async function createPartition(db: Db, day: string): Promise<void> {
  const { rows } = await db.execute(sql`SELECT FROM deck_pages_default WHERE day = ${day}::date LIMIT 1`);
  if (rows.length > 0) return;
  const name = partitionOf(day);
  await db.execute(
    sql.raw(`CREATE TABLE IF NOT EXISTS ${name} PARTITION OF deck_pages FOR VALUES IN ('${day}')`),
  );
}

/**
 * Creates the partitions of the next days; deletes decks that started more than `days` days ago, and their pages, and hands
 * that are too old to be dealt from.
 */
export async function rotateDealLog(db: Db, now: Date, days: number): Promise<void> {
  const known = await readPartitions(db);
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const day = dayOf(now.getTime() + ahead * DAY_MS);
    if (!known.includes(partitionOf(day))) await createPartition(db, day);
  }
  const firstKept = dayOf(now.getTime() - days * DAY_MS);
  for (const name of known.filter((partition) => /\d$/.test(partition) && partition < partitionOf(firstKept)))
    await db.execute(sql.raw(`DROP TABLE ${name}`));
  const tooOld = new Date(now.getTime() - HAND_MAX_AGE_MS);
  await db.execute(sql`DELETE FROM hands WHERE from_top_at <= ${tooOld}`);
  let deleted: number;
  do {
    const { rowCount } = await db.execute(sql`DELETE FROM decks
      WHERE id IN (SELECT id FROM decks WHERE day < ${firstKept}::date LIMIT ${BATCH_DECKS})`);
    deleted = rowCount ?? 0;
  } while (deleted === BATCH_DECKS);
}

/** Runs every hour: a run fails if a long transaction holds a lock on the table. */
export const dealLogJob = defineScheduledJob({
  name: 'deal-log',
  retries: { limit: 3, firstDelayS: 60, longestDelayS: 300 },
  timeoutS: 30 * 60,
  cron: '5 * * * *',
  run: ({ db, clock, config }) => rotateDealLog(db, clock(), config.retention.dealLogDays),
});
