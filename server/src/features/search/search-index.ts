import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { holdLock } from '../../db/advisory-locks.ts';
import { run } from '../../db/statement.ts';
import { inTransaction } from '../../db/transaction.ts';

/** Keeps a document that a trigger has written in the meantime. */
const ADD_DOCUMENTS = `WITH missing AS MATERIALIZED (
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

/** Writes up to `limit` documents that are missing or outdated, as after an upgrade or a restore. Returns their number. */
export async function addMissingDocuments(db: Db, limit: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    // The scores must not change until the documents are stored.
    await holdLock(tx, 'trending');
    return (await run(tx, { text: ADD_DOCUMENTS, values: [limit] })).length;
  });
}

/** Counting the words of a million apps takes about a minute. */
const WORK_TIMEOUT_MS = 15 * 60_000;

/** Counts the words of approved apps. Lexemes with the prefix `=` are words of titles; lexemes with `#` are marks. */
const COUNT = `CREATE TEMPORARY TABLE counted_words ON COMMIT DROP AS
  WITH counted AS MATERIALIZED (
    SELECT word COLLATE "C" AS word, ndoc AS apps FROM ts_stat(
      'SELECT words || maker_words FROM search_documents WHERE approval_no IS NOT NULL') AS found (word, ndoc, nentry)
  ), naming AS (
    SELECT substr(word, 2) AS word FROM counted WHERE word LIKE '=%'
    UNION SELECT unnest(split_words(category)) FROM (SELECT DISTINCT category FROM apps) AS chosen
    UNION SELECT unnest(split_words(tag)) FROM (SELECT DISTINCT tag FROM app_tags) AS chosen
  )
  SELECT counted.* FROM counted LEFT JOIN naming USING (word)
  WHERE counted.word !~ '^[=#]' AND (apps > 1 OR naming.word IS NOT NULL)`;

const SET_COUNTS = `UPDATE known_words AS known SET apps = counted.apps FROM counted_words AS counted
  WHERE counted.word = known.word AND counted.apps <> known.apps`;

const ADD_WORDS = `INSERT INTO known_words (word, apps, typo_keys)
  SELECT word, apps, coalesce(typo_keys(word), '{}') FROM counted_words
  WHERE NOT EXISTS (SELECT FROM known_words AS known WHERE known.word = counted_words.word)`;

const IS_UNUSED = 'NOT EXISTS (SELECT FROM counted_words WHERE counted_words.word = known.word)';

/** Runs before MARK_UNUSED, so an unused word survives one more count. An uncommitted approval may rely on its row. */
const DELETE_UNUSED = `DELETE FROM known_words AS known WHERE apps = 0 AND ${IS_UNUSED}`;
const MARK_UNUSED = `UPDATE known_words AS known SET apps = 0 WHERE apps > 0 AND ${IS_UNUSED}`;

const DELETE_REPEATED = `DELETE FROM known_words AS known USING known_words AS other
  WHERE other.word = known.word AND other.ctid < known.ctid`;

/** The tables have no statistics at first, and nested loops would then take hours. */
const PLAN = 'SET LOCAL enable_nestloop = off';

/** Updates the known words and their numbers of apps. Deletes words that two counts in a row find in no app. */
export async function countWords(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await holdLock(tx, 'knownWords');
    await tx.execute(sql.raw(`SET LOCAL statement_timeout = ${WORK_TIMEOUT_MS}`));
    for (const text of [PLAN, COUNT, DELETE_UNUSED, MARK_UNUSED, DELETE_REPEATED, SET_COUNTS, ADD_WORDS])
      await run(tx, { text, values: [] });
  });
}
