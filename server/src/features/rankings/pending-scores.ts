import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';

/** Prefix of the names of indexes over the pending scores. */
const PREFIX = 'pending_';

interface ScoreIndex {
  name: string;
  definition: string;
}

/** Returns the indexes over the scores in force. */
async function readScoreIndexes(db: Db): Promise<ScoreIndex[]> {
  const { rows } = await db.execute<{ name: string; definition: string }>(sql`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE tablename = 'apps' AND schemaname = current_schema() AND indexdef ~ '\\mranking_score\\M' ORDER BY indexname`);
  return rows;
}

/**
 * Builds the same indexes over the pending scores as over those in force, while votes continue. Runs when the column is
 * complete, because maintaining an index with each new score costs several times as much, also for votes.
 */
export async function indexPendingScores(db: Db): Promise<void> {
  for (const { name, definition } of await readScoreIndexes(db)) {
    // Left by an interrupted recalculation.
    await db.execute(sql.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${PREFIX}${name}`));
    const pending = definition
      .replace(`INDEX ${name} `, `INDEX CONCURRENTLY ${PREFIX}${name} `)
      .replaceAll(/\branking_score\b/g, 'pending_score');
    await db.execute(sql.raw(pending));
  }
  await db.execute(sql`ANALYZE apps (pending_score)`);
}

/**
 * Swaps the names of the two columns of scores and of their indexes. The next statement that reads the ranking reads the new
 * scores. The transaction must hold an exclusive lock on the table.
 */
export async function swapScores(tx: Db): Promise<void> {
  for (const { name } of await readScoreIndexes(tx)) {
    await tx.execute(sql.raw(`DROP INDEX ${name}`));
    await tx.execute(sql.raw(`ALTER INDEX ${PREFIX}${name} RENAME TO ${name}`));
  }
  await tx.execute(sql`ALTER TABLE apps RENAME COLUMN ranking_score TO retired_score`);
  await tx.execute(sql`ALTER TABLE apps RENAME COLUMN pending_score TO ranking_score`);
  await tx.execute(sql`ALTER TABLE apps RENAME COLUMN retired_score TO pending_score`);
}
