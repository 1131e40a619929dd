import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { makeReports } from '../features/first-views/make-reports.ts';
import { refreshState } from '../features/first-views/state.ts';

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

/** Adds members who started a deck this week, and refreshes the promise to makers. */
export async function addPeople(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `WITH person AS (
       INSERT INTO users (id, email, email_verified_at) SELECT gen_random_uuid(), gen_random_uuid() || '@zaps.test', now()
       FROM generate_series(1, $1) RETURNING id
     )
     INSERT INTO decks (id, user_id, kind, algorithm, is_recycling, started_at, day)
     SELECT gen_random_uuid(), id, 'best', 'normal', false, now(), current_date FROM person`,
    [count],
  );
  await refreshState(drizzle(client), new Date(), { smtpUrl: undefined });
}

/** Marks the open budget of an app as filled an hour ago, and makes the report. Queues no mail. */
export async function fillBudget(client: pg.Client, appId: string): Promise<void> {
  await client.query(
    `UPDATE view_budgets SET views = wanted, due_at = NULL, finished_at = now() - interval '1 hour'
     WHERE app_id = $1 AND finished_at IS NULL`,
    [appId],
  );
  const jobs = { enqueue: async () => undefined };
  await makeReports(drizzle(client), { jobs, now: new Date(), isStopping: () => false });
}
