import {
  type decideApps as decideAppsRoute,
  type DecisionFilter,
  FILTERED_DECISIONS_MAX,
} from '@zapdeck/contract/decisions';
import type { ResponseOf } from '@zapdeck/contract/route';
import { asc } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { recordAction } from '../../audit-log/audit-log.ts';
import { holdBatchOpen, storeBatch } from './batches.ts';
import { type Decisions, decideApps } from './decisions.ts';
import { pendingAppFilter } from '../queue/pending-list.ts';

interface FilteredDecisions extends Omit<Decisions, 'ids'> {
  filter: DecisionFilter;
}

/** Returns the filter as the audit log stores it, without the search text, which may contain an email address or a name. */
function describeFilter({ search, ...others }: DecisionFilter): Record<string, unknown> {
  const set = Object.entries(others).filter(([, value]) => value !== undefined && value !== 'all');
  return { ...Object.fromEntries(set), ...(search.trim() === '' ? {} : { search: true }) };
}

/** Decides on the oldest apps. One that changes before it is locked gets `already_decided`. */
export async function decideByFilter(
  db: Db,
  asked: FilteredDecisions,
): Promise<ResponseOf<typeof decideAppsRoute>> {
  const { batchId, moderator, now, clock } = asked;
  const batch = batchId === undefined ? undefined : { id: batchId, moderatorId: moderator.id };
  if (!batch || !(await holdBatchOpen(db, { ...batch, now })))
    return decidePart(db, { ...asked, batchId: undefined });
  try {
    return await decidePart(db, asked);
  } finally {
    await storeBatch(db, { ...batch, storedAt: clock() });
  }
}

async function decidePart(
  db: Db,
  { filter, ...asked }: FilteredDecisions,
): Promise<ResponseOf<typeof decideAppsRoute>> {
  const { decision, moderator, now } = asked;
  return inTransaction(db, async (tx) => {
    const isMatch = pendingAppFilter(filter, now);
    const matches = await tx
      .select({ id: apps.id, updatedAt: apps.updatedAt })
      .from(apps)
      .where(isMatch)
      .orderBy(asc(apps.createdAt), asc(apps.id))
      .limit(FILTERED_DECISIONS_MAX);
    const isCut = matches.length === FILTERED_DECISIONS_MAX;
    const left = isCut ? (await tx.$count(apps, isMatch)) - matches.length : 0;
    const ids = matches.map(({ id }) => id);
    const read = Object.fromEntries(matches.map(({ id, updatedAt }) => [id, updatedAt.toISOString()]));
    const { batchId, outcomes } = await decideApps(tx, { ...asked, ids, seen: { ...read, ...asked.seen } });
    const decided = outcomes.filter(({ outcome }) => outcome === 'decided').length;
    if (decided > 0) {
      const after = { decision, decided, ...describeFilter(filter) };
      await recordAction(tx, { actorId: moderator.id, now }, { action: 'apps.decided', after });
    }
    return { batchId, outcomes, left: Math.max(0, left) };
  });
}
