import type {
  decideApps as decideAppsRoute,
  Decision,
  DecisionOutcome,
} from '@zapdeck/contract/moderation/decisions';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { type Db, one } from '../../../db/client.ts';
import { newId } from '../../../db/columns.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Moderator } from '../../../accounts/locks.ts';
import { Refusal } from '../../../http/refusal.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import { differences, recordActions } from '../../audit-log/audit-log.ts';
import { alreadyDecided, causeOf, isAsSeen, readDecided } from './already-decided.ts';
import { applyDecision } from './apply-decision.ts';
import { storeBatch } from './batches.ts';
import { lockModeratorAndMakers } from './lock-makers.ts';

export interface Decisions {
  jobs: JobQueue;
  ids: readonly string[];
  decision: Decision;
  reason: string | null;
  seen: Readonly<Record<string, string>>;
  moderator: Moderator;
  batchId?: string | undefined;
  now: Date;
  clock: () => Date;
}

/** Decides on the apps and returns an outcome for each. Withdrawn apps and suspended makers cause `already_decided`. */
export async function decideApps(
  db: Db,
  asked: Decisions,
): Promise<Omit<ResponseOf<typeof decideAppsRoute>, 'left'>> {
  const { jobs, ids, decision, moderator, now, clock } = asked;
  const reason = asked.reason?.trim() || null;
  return inTransaction(db, async (tx) => {
    const ofSuspended = await lockModeratorAndMakers(tx, moderator, decision === 'approved' ? ids : []);
    const found = await tx
      .select()
      .from(apps)
      .where(isOneOf(apps.id, ids))
      .orderBy(apps.id)
      .for('no key update');
    const unapprovable = new Set(
      found.flatMap(({ id, status }) => (status !== 'approved' && ofSuspended.has(id) ? id : [])),
    );
    const outcomeOf = (app: AppRow): DecisionOutcome => {
      if (!isAsSeen(app, asked.seen[app.id]) || causeOf(app, unapprovable)) return 'already_decided';
      return differences(app, { status: decision, reviewReason: reason }) ? 'decided' : 'unchanged';
    };
    const outcomes = new Map(found.map((app) => [app.id, outcomeOf(app)]));
    const changed = found.filter(({ id }) => outcomes.get(id) === 'decided');
    const batchId = changed.length > 0 ? (asked.batchId ?? newId()) : null;
    if (batchId !== null) {
      const decided = { jobs, apps: changed, decision, reason, moderatorId: moderator.id, batchId, now };
      const changes = await applyDecision(tx, decided);
      const entries = [...changes].map(([appId, change]) => ({
        action: 'app.reviewed' as const,
        appId,
        ...change,
      }));
      await recordActions(tx, { actorId: moderator.id, now }, entries);
      await storeBatch(tx, { id: batchId, moderatorId: moderator.id, storedAt: clock() });
    }
    const refused = found.filter(({ id }) => outcomes.get(id) === 'already_decided');
    const decided = await readDecided(tx, refused, unapprovable);
    return {
      batchId,
      outcomes: ids.map((id) => ({
        id,
        outcome: outcomes.get(id) ?? 'not_found',
        decided: decided.get(id) ?? null,
      })),
    };
  });
}

/** Decides on one app. Rejects with `app_not_found`, `already_decided` or `forbidden`. */
export async function decideApp(
  db: Db,
  { id, seenAt, ...asked }: Omit<Decisions, 'ids' | 'seen'> & { id: string; seenAt: string | undefined },
): Promise<void> {
  const seen = seenAt === undefined ? {} : { [id]: seenAt };
  const { outcome, decided } = one((await decideApps(db, { ...asked, ids: [id], seen })).outcomes);
  if (outcome === 'not_found') throw new Refusal('app_not_found');
  if (outcome === 'already_decided') throw alreadyDecided(decided);
}
