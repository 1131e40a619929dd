import type pg from 'pg';
import { UNDECLARED } from './mutations.ts';

/** Rate limits count rejected calls too. */
const MAY_CHANGE = ['rate_limits'];
const QUEUE = 'jobs.job';

/** Counts the committed writes in all tables and the queue. */
export interface WrittenRows {
  count(): Promise<number>;
  /** Returns the tables that contain undeclared text. */
  withUndeclared(): Promise<string[]>;
}

/** Counts writes by triggers: exact, cheap and independent of other tests. */
export async function watchWrittenRows(pool: pg.Pool): Promise<WrittenRows> {
  const { rows } = await pool.query<{ name: string }>(
    // A trigger on a partitioned table also fires for its partitions.
    `SELECT format('public.%I', relname) AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND relname <> ALL ($1)`,
    [MAY_CHANGE],
  );
  const tables = [...rows.map(({ name }) => name), QUEUE];
  await pool.query(`
    CREATE SCHEMA fuzz;
    CREATE TABLE fuzz.written (rows bigint NOT NULL);
    INSERT INTO fuzz.written VALUES (0);
    CREATE FUNCTION fuzz.note() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      -- A failed sign-in is recorded on purpose.
      IF TG_TABLE_NAME = 'security_events' AND to_jsonb(NEW) ->> 'event' = 'sign_in_failed' THEN RETURN NULL; END IF;
      UPDATE fuzz.written SET rows = rows + 1;
      RETURN NULL;
    END $$`);
  for (const table of tables) {
    await pool.query(`
      CREATE TRIGGER fuzz_rows AFTER INSERT OR UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION fuzz.note()`);
  }
  return {
    async count() {
      const counted = await pool.query<{ rows: string }>('SELECT rows FROM fuzz.written');
      return Number(counted.rows[0]?.rows);
    },
    async withUndeclared() {
      const found: string[] = [];
      for (const table of tables) {
        const text = `%${UNDECLARED}%`;
        const hits = await pool.query(`SELECT FROM ${table} t WHERE t::text LIKE $1 LIMIT 1`, [text]);
        if (hits.rowCount) found.push(table);
      }
      return found;
    },
  };
}
