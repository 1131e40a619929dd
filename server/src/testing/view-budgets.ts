import type pg from 'pg';

/** Gives the apps that the SQL condition selects an open budget of 100 views, due since their approval. */
export async function addBudgets(pool: pg.Pool, condition: string, values: unknown[] = []): Promise<void> {
  await pool.query(
    `INSERT INTO view_budgets (id, app_id, kind, wanted, guests_max, pace_s, started_at, due_at)
     SELECT gen_random_uuid(), id, 'first', 100, 30, 1296, approved_at,
       CASE WHEN status = 'approved' AND frame_status <> 'unreachable' THEN approved_at END
     FROM apps WHERE ${condition}`,
    values,
  );
}
