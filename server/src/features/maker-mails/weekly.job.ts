import { sql } from 'drizzle-orm';
import { defineScheduledJob } from '../../jobs/job.ts';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { lastWholeWeek } from '../makers/weeks.ts';
import { makerMails } from './maker-mails.ts';

const BATCH = 500;

interface Queueing {
  jobs: JobQueue;
  now: Date;
  isStopping: () => boolean;
}

export async function queueSummaries(db: Db, { jobs, now, isStopping }: Queueing): Promise<number> {
  const week = lastWholeWeek(now);
  let queued = 0;
  for (let found = BATCH; found === BATCH && !isStopping(); queued += found) {
    found = await inTransaction(db, async (tx) => {
      const { rows } = await tx.execute<{ userId: string }>(sql`
        UPDATE mail_preferences SET weekly_queued_for = ${week}
        WHERE user_id IN (SELECT user_id FROM mail_preferences
          WHERE weekly AND (weekly_queued_for IS NULL OR weekly_queued_for < ${week})
          ORDER BY user_id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
        RETURNING user_id AS "userId"`);
      const mails = rows.map(({ userId }) => ({ kind: 'weekly' as const, userId, week }));
      await jobs.enqueueAll(tx, makerMails, mails);
      return rows.length;
    });
  }
  return queued;
}

/** Runs hourly, to make up for a missed run. */
export const weeklyJob = defineScheduledJob({
  name: 'weekly-summaries',
  timeoutS: 10 * 60,
  cron: '5 * * * *',
  async run({ db, jobs, clock }: Deps, { isStopping }) {
    await queueSummaries(db, { jobs, now: clock(), isStopping });
  },
});
