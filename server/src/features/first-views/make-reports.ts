import { sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { makerMails } from '../maker-mails/maker-mails.ts';
import { readReport, type Reported } from './report.ts';

/** The last viewers still try the app when their view is counted. */
export const REPORT_AFTER_MS = 5 * 60_000;

/** Returns false if a viewer is locked. Waiting could deadlock, because account deletion locks in another order. */
async function lockViewers(tx: Db, budgetId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isWhole: boolean }>(sql`
    WITH locked AS (SELECT FROM first_views WHERE budget_id = ${budgetId} FOR UPDATE SKIP LOCKED)
    SELECT (SELECT count(*) FROM locked) = (SELECT count(*) FROM first_views WHERE budget_id = ${budgetId}) AS "isWhole"`);
  return one(rows).isWhole;
}

/** Makes the report of a finished budget, deletes its viewers and queues the mail. Returns false if it made none. */
async function makeNextReport(db: Db, jobs: Pick<JobQueue, 'enqueue'>, now: Date): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const until = new Date(now.getTime() - REPORT_AFTER_MS);
    const { rows } = await tx.execute<Reported & Record<string, unknown>>(sql`
      SELECT view_budgets.id, app_id AS "appId", category FROM view_budgets JOIN apps ON apps.id = app_id
      WHERE finished_at <= ${until} AND report IS NULL ORDER BY finished_at LIMIT 1 FOR UPDATE OF view_budgets SKIP LOCKED`);
    const [reported] = rows;
    if (!reported || !(await lockViewers(tx, reported.id))) return false;
    const report = await readReport(tx, reported);
    await tx.execute(
      sql`UPDATE view_budgets SET report = ${JSON.stringify(report)}::jsonb WHERE id = ${reported.id}`,
    );
    await tx.execute(sql`DELETE FROM first_views WHERE budget_id = ${reported.id}`);
    await jobs.enqueue(tx, makerMails, { kind: 'report', budgetId: reported.id });
    return true;
  });
}

/** Makes the reports of all budgets that finished at least `REPORT_AFTER_MS` ago. Returns their number. */
export async function makeReports(
  db: Db,
  { jobs, now, isStopping }: { jobs: Pick<JobQueue, 'enqueue'>; now: Date; isStopping: () => boolean },
): Promise<number> {
  let made = 0;
  while (!isStopping() && (await makeNextReport(db, jobs, now))) made += 1;
  return made;
}
