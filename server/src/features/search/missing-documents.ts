import type { Db } from '../../db/client.ts';
import { holdLock } from '../../db/advisory-locks.ts';
import { run } from '../../db/statement.ts';
import { inTransaction } from '../../db/transaction.ts';

/** A document that a trigger has written in the meantime is kept. */
const ADD = `WITH missing AS MATERIALIZED (
    SELECT id FROM apps WHERE NOT EXISTS (SELECT FROM search_documents WHERE app_id = apps.id AND rules = split_rules())
    ORDER BY approval_no LIMIT $1 FOR KEY SHARE
  )
  INSERT INTO search_documents AS known (app_id, approval_no, words, maker_words, trending, marks, rules)
  SELECT apps.id, CASE WHEN status = 'approved' THEN approval_no END, app_lexemes(apps), maker_lexemes(submitted_by),
    coalesce(score, 0), (CASE WHEN score IS NULL THEN '' ELSE '#trending' END)::tsvector,
    split_rules()
  FROM missing JOIN apps ON apps.id = missing.id LEFT JOIN trending_scores ON trending_scores.app_id = apps.id
  ORDER BY approval_no
  ON CONFLICT (app_id) DO UPDATE SET words = excluded.words, maker_words = excluded.maker_words, rules = excluded.rules
    WHERE known.rules <> excluded.rules
  RETURNING app_id`;

/**
 * Writes the documents of up to `limit` apps that have none, or one by older rules. Documents are missing after an upgrade from a
 * version without search and after a restore. Returns the number of written documents.
 */
export async function addMissingDocuments(db: Db, limit: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    // The scores must not change until the documents are stored.
    await holdLock(tx, 'trending');
    return (await run(tx, { text: ADD, values: [limit] })).length;
  });
}
