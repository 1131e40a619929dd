import type { StatusCounts } from '@zapdeck/contract/apps/app-numbers';
import { type Db, one } from '../../../db/client.ts';
import { catalogue } from '../../../db/schema/feed.table.ts';

export async function readStatusCounts(db: Db): Promise<StatusCounts> {
  return one(
    await db
      .select({
        approved: catalogue.approvedApps,
        pending: catalogue.pendingApps,
        rejected: catalogue.rejectedApps,
      })
      .from(catalogue),
  );
}
