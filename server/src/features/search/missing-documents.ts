import type { Db } from '../../db/client.ts';
import { holdLock } from '../../db/advisory-locks.ts';
import { run } from '../../db/statement.ts';
import { inTransaction } from '../../db/transaction.ts';

const ADD = `WITH missing AS MATERIALIZED (
    SELECT id FROM apps WHERE NOT EXISTS (SELECT FROM search_documents WHERE app_id = apps.id)
    ORDER BY approval_no LIMIT $1 FOR KEY SHARE
  )
  INSERT INTO search_documents (app_id, approval_no, words, maker_words, trending, marks)
  SELECT apps.id, CASE WHEN status = 'approved' THEN approval_no END, app_lexemes(apps), maker_lexemes(submitted_by),
    coalesce(score, 0), (CASE WHEN score IS NULL THEN '' ELSE '#trending' END)::tsvector
  FROM missing JOIN apps ON apps.id = missing.id LEFT JOIN trending_scores ON trending_scores.app_id = apps.id
  ORDER BY approval_no
  ON CONFLICT DO NOTHING RETURNING app_id`;

/**
 * Adds the documents of up to `limit` apps that have none. Documents are missing after an upgrade from a version without search
 * and after a restore. Returns the number of added documents.
 */
export async function addMissingDocuments(db: Db, limit: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    // The scores must not change until the documents are stored.
    await holdLock(tx, 'trending');
    return (await run(tx, { text: ADD, values: [limit] })).length;
  });
}
