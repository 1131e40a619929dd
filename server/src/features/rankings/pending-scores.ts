import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';

const PREFIX = 'pending_';

interface ScoreIndex {
  name: string;
  definition: string;
}

async function readScoreIndexes(db: Db): Promise<ScoreIndex[]> {
  const { rows } = await db.execute<{ name: string; definition: string }>(sql`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE tablename = 'apps' AND schemaname = current_schema() AND indexdef ~ '\\mranking_score\\M' ORDER BY indexname`);
  return rows;
}

/** Builds the index of the completed column. Maintaining it for each score would take several times as long. */
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

/** Makes the new scores visible to later statements. The transaction must hold an exclusive lock on the table. */
export async function swapScores(tx: Db): Promise<void> {
  for (const { name } of await readScoreIndexes(tx)) {
    await tx.execute(sql.raw(`DROP INDEX ${name}`));
    await tx.execute(sql.raw(`ALTER INDEX ${PREFIX}${name} RENAME TO ${name}`));
  }
  await tx.execute(sql`ALTER TABLE apps RENAME COLUMN ranking_score TO retired_score`);
  await tx.execute(sql`ALTER TABLE apps RENAME COLUMN pending_score TO ranking_score`);
  await tx.execute(sql`ALTER TABLE apps RENAME COLUMN retired_score TO pending_score`);
}
