import { lt, lte, sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { deleteBatch } from '../../db/delete-batches.ts';
import { decks, hands } from '../../db/schema/decks.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import { defineScheduledJob } from '../../jobs/job.ts';
import { type Purge, runPurges } from '../../jobs/purges.ts';
import { dayOf, HAND_MAX_AGE_MS } from '../feed/deck-pages.ts';
import type { Deps } from '../../deps.ts';

const DAY_MS = 24 * 3_600_000;
/** Partitions exist this many days ahead, so the job may fail for a day. */
const DAYS_AHEAD = 2;
const PARTITION_PREFIX = 'deck_pages_';
const BATCH_PAGES = 5_000;
const WORK_MS = 20 * 60_000;
/** Age at which all pages are visible. Transactions and clock differences between nodes are shorter. */
const SETTLED_MS = 2 * 60_000;

const partitionOf = (day: string): string => PARTITION_PREFIX + day.replaceAll('-', '');

async function readPartitions(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'deck_pages'::regclass`,
  );
  return rows.map(({ name }) => name);
}

/** Does nothing if the default partition has rows of the day, because PostgreSQL would refuse the new partition. */
async function createPartition(db: Db, day: string): Promise<void> {
  const { rows } = await db.execute(sql`SELECT FROM deck_pages_default WHERE day = ${day}::date LIMIT 1`);
  if (rows.length > 0) return;
  const name = partitionOf(day);
  await db.execute(
    sql.raw(`CREATE TABLE IF NOT EXISTS ${name} PARTITION OF deck_pages FOR VALUES IN ('${day}')`),
  );
}

/** Counts each page exactly once on any number of nodes. Skips pages of the last two minutes. */
export async function countDealtCards(db: Db, now: Date, isStopping: () => boolean): Promise<void> {
  const settled = new Date(now.getTime() - SETTLED_MS);
  for (;;) {
    const isDone = await inTransaction(db, async (tx) => {
      const { rows } = await tx.execute<{ pages: number; last: string }>(sql`
        SELECT count(*)::int AS pages, max(dealt_at) AS last FROM (
          SELECT dealt_at FROM deck_pages WHERE dealt_at > (SELECT until FROM deals_counted) AND dealt_at <= ${settled}
          ORDER BY dealt_at LIMIT ${BATCH_PAGES}
        ) AS batch`);
      const { pages, last } = one(rows);
      const until = sql`${pages < BATCH_PAGES ? settled : last}::timestamptz`;
      await tx.execute(sql`SELECT count_dealt_cards(${until})`);
      await tx.execute(sql`UPDATE deals_counted SET until = greatest(until, ${until})`);
      return pages < BATCH_PAGES;
    });
    if (isDone || isStopping()) return;
  }
}

async function dropPartitions(db: Db, partitions: readonly string[], firstKept: string): Promise<void> {
  const old = partitions.filter((name) => /\d$/.test(name) && name < partitionOf(firstKept));
  if (old.length === 0) return;
  await inTransaction(db, async (tx) => {
    // Waits for requests that are storing a page. Later requests use the default partition.
    await tx.execute(sql`LOCK TABLE ONLY deck_pages IN ACCESS EXCLUSIVE MODE`);
    await tx.execute(sql`SELECT count_dealt_cards('infinity', before_day => ${firstKept})`);
    await tx.execute(sql.raw(`DROP TABLE ${old.join(', ')}`));
  });
}

const firstKeptDay = (now: Date, days: number) => dayOf(now.getTime() - days * DAY_MS);

async function rotatePartitions(db: Db, now: Date, days: number): Promise<void> {
  const known = await readPartitions(db);
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const day = dayOf(now.getTime() + ahead * DAY_MS);
    if (!known.includes(partitionOf(day))) await createPartition(db, day);
  }
  await dropPartitions(db, known, firstKeptDay(now, days));
}

/** `decks` comes last, because `deck-pages` drops most pages of old decks at once. */
export const dealLogPurges: Readonly<Record<string, Purge<Deps>>> = {
  'deck-pages':
    ({ db, config }, now) =>
    async () => {
      await rotatePartitions(db, now, config.retention.dealLogDays);
      return 0;
    },
  hands: ({ db }, now) => {
    const isTooOld = lte(hands.fromTopAt, new Date(now.getTime() - HAND_MAX_AGE_MS));
    return () => deleteBatch(db, hands, isTooOld);
  },
  decks: ({ db, config }, now) => {
    const isOld = lt(decks.day, firstKeptDay(now, config.retention.dealLogDays));
    return () => deleteBatch(db, decks, isOld);
  },
};

export const dealLogJob = defineScheduledJob({
  name: 'deal-log',
  retries: { limit: 3, firstDelayS: 60, longestDelayS: 300 },
  timeoutS: 30 * 60,
  cron: '5 * * * *',
  async run(deps: Deps, { log, isStopping }) {
    try {
      await countDealtCards(deps.db, deps.clock(), isStopping);
    } finally {
      await runPurges(deps, dealLogPurges, { workMs: WORK_MS, log, isStopping });
    }
  },
});
