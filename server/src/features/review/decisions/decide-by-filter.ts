import {
  type decideApps as decideAppsRoute,
  type DecisionFilter,
  DECISIONS_MAX,
} from '@zapdeck/contract/moderation/decisions';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { and, gt, lte } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/columns.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { recordAction } from '../../audit-log/audit-log.ts';
import { findBatch, storeBatch } from './batches.ts';
import { type Decisions, decideApps } from './decisions.ts';
import { pendingAppFilter } from '../queue/pending-list.ts';

interface FilteredDecisions extends Omit<Decisions, 'ids'> {
  filter: DecisionFilter;
  after?: string | undefined;
}

/** Leaves out the search text, which may contain an email address or a name. */
function describeFilter({ search, ...others }: DecisionFilter): Record<string, unknown> {
  const set = Object.entries(others).filter(([, value]) => value !== undefined && value !== 'all');
  return { ...Object.fromEntries(set), ...(search.trim() === '' ? {} : { search: true }) };
}

/** Decides on the first apps after `after`. Skips apps that arrived or changed since the first part of the decision. */
export async function decideByFilter(
  db: Db,
  { filter, after, batchId: continued, ...asked }: FilteredDecisions,
): Promise<ResponseOf<typeof decideAppsRoute>> {
  const { decision, moderator, now, clock } = asked;
  const moderatorId = moderator.id;
  return inTransaction(db, async (tx) => {
    const earlier = continued ? await findBatch(tx, { id: continued, moderatorId, now }) : undefined;
    const batch = earlier?.isOpen ? earlier : undefined;
    const isMatch = and(
      await pendingAppFilter(tx, filter, now),
      earlier ? lte(apps.updatedAt, earlier.createdAt) : undefined,
      after === undefined ? undefined : gt(apps.id, after),
    );
    const matches = await tx
      .select({ id: apps.id, updatedAt: apps.updatedAt })
      .from(apps)
      .where(isMatch)
      .orderBy(apps.id)
      .limit(DECISIONS_MAX);
    const isCut = matches.length === DECISIONS_MAX;
    const left = isCut ? (await tx.$count(apps, isMatch)) - matches.length : 0;
    const ids = matches.map(({ id }) => id);
    const read = Object.fromEntries(matches.map(({ id, updatedAt }) => [id, updatedAt.toISOString()]));
    const part = { ...asked, batchId: batch ? batch.id : undefined, ids, seen: { ...read, ...asked.seen } };
    const { batchId, outcomes } = await decideApps(tx, part);
    const decided = outcomes.filter(({ outcome }) => outcome === 'decided').length;
    if (decided > 0) {
      const entry = { decision, decided, ...describeFilter(filter) };
      await recordAction(tx, { actorId: moderatorId, now }, { action: 'apps.decided', after: entry });
    }
    // The next part needs a batch, even if this part has decided nothing.
    const id = batch?.id ?? batchId ?? (left > 0 ? newId() : null);
    const stored = { moderatorId, storedAt: clock(), isWhole: left <= 0, createdAt: earlier?.createdAt };
    if (id !== null) await storeBatch(tx, { id, ...stored });
    return { batchId: id, outcomes, left: Math.max(0, left) };
  });
}
