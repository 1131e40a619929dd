import type pg from 'pg';

/** Stores that people like both apps together, with this lift from `app` to `other`. */
export async function addPair(
  pool: pg.Pool,
  { app, other, lift }: { app: string | undefined; other: string | undefined; lift: number },
): Promise<void> {
  await pool.query(
    `INSERT INTO strongest_pairs AS known VALUES ($1, ARRAY[$2::uuid], ARRAY[$3::float8])
     ON CONFLICT (app_id) DO UPDATE SET other_ids = known.other_ids || excluded.other_ids, lifts = known.lifts || excluded.lifts`,
    [app, other, lift],
  );
}
