import { MILESTONES } from '@zapdeck/contract/accounts/mail-preferences';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { makerMails } from './maker-mails.ts';

const HOUR_MS = 3_600_000;
/** Long enough that failed runs lose nothing. */
const VOTES_LOOKBACK_MS = 6 * HOUR_MS;
const VIEWS_LOOKBACK_MS = 24 * HOUR_MS;
const BATCH = 500;

export async function recordMilestones(db: Db, jobs: JobQueue, now: Date): Promise<number> {
  const votedSince = new Date(now.getTime() - VOTES_LOOKBACK_MS);
  const viewedSince = new Date(now.getTime() - VIEWS_LOOKBACK_MS).toISOString().slice(0, 10);
  let noted = 0;
  for (let found = BATCH; found === BATCH; noted += found) {
    found = await inTransaction(db, async (tx) => {
      // A fixed order prevents deadlocks between nodes.
      const { rows } = await tx.execute<{ appId: string; milestone: 'likes' | 'views' }>(sql`
        INSERT INTO app_milestones (app_id, milestone, reached_at)
        SELECT apps.id, moved.milestone, ${now.toISOString()}::timestamptz
        FROM (
          SELECT app_id, 'likes'::milestone AS milestone FROM votes
            WHERE created_at >= ${votedSince.toISOString()} AND vote_type = 'up' GROUP BY app_id
          UNION ALL
          SELECT app_id, 'views'::milestone FROM daily_views WHERE day >= ${viewedSince}::date GROUP BY app_id
        ) AS moved
        JOIN apps ON apps.id = moved.app_id
        WHERE apps.status = 'approved' AND CASE moved.milestone
            WHEN 'likes' THEN apps.upvotes >= ${MILESTONES.likes} ELSE apps.views >= ${MILESTONES.views} END
          -- The mail about the report says the same of first views.
          AND NOT (moved.milestone = 'views' AND EXISTS (SELECT FROM view_budgets AS budget
            WHERE budget.app_id = apps.id AND budget.kind = 'first' AND budget.started_at IS NOT NULL))
          AND NOT EXISTS (SELECT FROM app_milestones AS known
            WHERE known.app_id = apps.id AND known.milestone = moved.milestone)
        ORDER BY apps.id, moved.milestone LIMIT ${BATCH}
        ON CONFLICT DO NOTHING RETURNING app_id AS "appId", milestone`);
      const mails = rows.map(({ appId, milestone }) => ({ kind: milestone, appId }));
      await jobs.enqueueAll(tx, makerMails, mails);
      return rows.length;
    });
  }
  return noted;
}
