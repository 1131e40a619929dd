import type { Decision } from '@zapdeck/contract/moderation/decisions';
import type { Db } from '../../../db/client.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { lockBudgets } from '../../../db/row-locks.ts';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';
import { decisions } from '../../../db/schema/decisions.table.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import { differences } from '../../audit-log/audit-log.ts';
import { approveAsTheyAre } from '../../listings/changes/baseline.ts';
import { dropWaiting, nothingWaits } from '../../listings/changes/waiting-changes.ts';
import { tellSubmitters } from '../../makers/app-mails.ts';
import { todayJob } from '../../today/choose-today.ts';
import { closeReports } from './close-reports.ts';

const reportsAfter = { approved: 'dismissed', rejected: 'reviewed' } as const;

const idsOf = (some: readonly AppRow[]): string[] => some.map(({ id }) => id);

interface AppliedDecision {
  jobs: JobQueue;
  apps: readonly AppRow[];
  decision: Decision;
  reason: string | null;
  moderatorId: string;
  batchId: string | null;
  now: Date;
}

type DecisionDifference = NonNullable<ReturnType<typeof differences>>;

/** Closes reports, drops waiting changes of rejected apps, stores the state for an undo, and queues mails. */
export async function applyDecision(
  tx: Db,
  { jobs, apps: decided, decision, reason, moderatorId, batchId, now }: AppliedDecision,
): Promise<Map<string, DecisionDifference>> {
  const ids = idsOf(decided);
  await lockBudgets(tx, ids);
  const isNew = ({ status }: AppRow) => status !== decision;
  const values = { status: decision, reviewReason: reason };
  const write = async (some: AppRow[], also: Partial<AppRow>) => {
    if (some.length === 0) return;
    await tx
      .update(apps)
      .set({ ...values, ...also, updatedAt: now })
      .where(isOneOf(apps.id, idsOf(some)));
  };
  await write(decided.filter(isNew), { reviewedAt: now });
  // A new reason for the same decision keeps the time of the decision.
  await write(
    decided.filter((app) => !isNew(app)),
    {},
  );
  // Apps that reports had hidden are excluded: changes since their first approval still need a decision.
  const approved = decided.filter((app) => decision === 'approved' && isNew(app) && app.heldAt === null);
  await approveAsTheyAre(tx, idsOf(approved), now);
  if (approved.length > 0) await jobs.enqueue(tx, todayJob, {});
  const rejected = decided.filter((app) => decision === 'rejected' && isNew(app));
  const dropped = await dropWaiting(tx, idsOf(rejected));
  const waitingOf = ({ id }: AppRow) => dropped.get(id) ?? nothingWaits;
  const reports = reportsAfter[decision];
  const closed = await closeReports(tx, jobs, { appIds: ids, decision: reports, batchId, now });
  const rows = decided.map((app) => {
    const { id: appId, status, reviewReason, reviewedAt, heldAt } = app;
    const restores = { status, reviewReason, reviewedAt, heldAt, ...waitingOf(app) };
    return { appId, moderatorId, batchId, decision, reason, restores, createdAt: now };
  });
  await tellSubmitters(tx, jobs, { apps: decided, decision, reason, batchId, now });
  await tx.insert(decisions).values(rows);
  const after = { ...values, heldAt: null, openReports: 0, ...nothingWaits };
  return new Map(
    decided.flatMap((app) => {
      const before = { ...app, openReports: closed.get(app.id) ?? 0, ...waitingOf(app) };
      const change = differences(before, after);
      return change ? [[app.id, change]] : [];
    }),
  );
}
