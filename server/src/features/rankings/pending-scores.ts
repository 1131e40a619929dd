import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';

/** What the name of an index has before it while it is over the pending scores. */
const PREFIX = 'pending_';

interface ScoreIndex {
  name: string;
  definition: string;
}

/** The indexes over the scores in force, whichever there are. */
async function readScoreIndexes(db: Db): Promise<ScoreIndex[]> {
  const { rows } = await db.execute<{ name: string; definition: string }>(sql`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE tablename = 'apps' AND schemaname = current_schema() AND indexdef ~ '\\mranking_score\\M' ORDER BY indexname`);
  return rows;
}

/**
 * Builds over the pending scores what there is over those in force, with votes going on. Only now, when the column is
 * full: an index that grows with each score costs several times as much, to votes too.
 */
export async function indexPendingScores(db: Db): Promise<void> {
  for (const { name, definition } of await readScoreIndexes(db)) {
    // What one that was cut short has left.
    await db.execute(sql.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${PREFIX}${name}`));
    const pending = definition
      .replace(`INDEX ${name} `, `INDEX CONCURRENTLY ${PREFIX}${name} `)
      .replaceAll(/\branking_score\b/g, 'pending_score');
    await db.execute(sql.raw(pending));
  }
  await db.execute(sql`ANALYZE apps (pending_score)`);
}

/**
 * Lets the two columns of scores change their names, and the indexes with them: what reads the ranking reads the other
 * scores with its next statement. The transaction must keep everybody else from the table.
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
