import { REVIEW_PROMISE_MS } from '@zapdeck/contract/moderation/review';
import { type Waiting, WAITING_MAX } from '@zapdeck/contract/accounts/waiting';
import { sql } from 'drizzle-orm';
import { type Db, one } from '../../../db/client.ts';
import { appBaselines } from '../../../db/schema/app-baselines.table.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { catalogue } from '../../../db/schema/feed.table.ts';
import { isChanged } from '../changes/changed-apps.ts';
import { isFlagged } from '../apps/admin-app-list.ts';
import { selectWaitingAccounts } from '../../approval/waiting-accounts.ts';
import { isWaiting, waitingCount, waitsSince } from '../queue/waiting-apps.ts';

/** Counts at most `WAITING_MAX` entries of an index, to bound the cost. */
export async function readWaiting(db: Db, now: Date): Promise<Waiting> {
  const promised = new Date(now.getTime() - REVIEW_PROMISE_MS.to);
  const { rows } = await db.execute<{ [Name in keyof Waiting]: number }>(sql`
    SELECT ${waitingCount} AS pending,
      (SELECT count(*)::int FROM (SELECT FROM ${apps} WHERE ${isWaiting} AND ${waitsSince(promised)} LIMIT ${WAITING_MAX}) AS late) AS overdue,
      (SELECT count(*)::int FROM (SELECT DISTINCT app_id FROM reports WHERE status = 'pending' LIMIT ${WAITING_MAX}) AS reported) AS reports,
      (SELECT count(*)::int FROM (SELECT FROM ${appBaselines} JOIN ${apps} ON ${apps.id} = ${appBaselines.appId}
        WHERE ${isChanged} LIMIT ${WAITING_MAX}) AS different) AS changed,
      (SELECT count(*)::int FROM (SELECT FROM ${apps} WHERE ${isFlagged(now)} LIMIT ${WAITING_MAX}) AS away) AS flagged,
      (SELECT count(*)::int FROM ${selectWaitingAccounts(db).limit(WAITING_MAX).as('waiting_accounts')}) AS applications
    FROM ${catalogue}`);
  return one(rows);
}
