import {
  type Decided,
  type decideApps as decideAppsRoute,
  type Decision,
  type DecisionOutcome,
  type Undecidable,
} from '@zapdeck/contract/decisions';
import type { ResponseOf } from '@zapdeck/contract/route';
import { eq, sql } from 'drizzle-orm';
import { type Db, one } from '../../../db/client.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { newId } from '../../../db/columns.ts';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';
import { auditLog } from '../../../db/schema/audit-log.table.ts';
import { users } from '../../../db/schema/users.table.ts';
import type { Moderator } from '../../../http/lock-admin.ts';
import { Refusal } from '../../../http/refusal.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import { differences, recordActions } from '../../audit-log/audit-log.ts';
import { tellSubmitters } from '../../makers/app-mails.ts';
import { approveAsTheyAre } from '../../listings/changes/baseline.ts';
import { closeReports } from './close-reports.ts';
import { lockAdminAndMakers } from './lock-makers.ts';
import { dropWaiting, nothingWaits } from '../../listings/changes/waiting-changes.ts';

const idsOf = (some: readonly AppRow[]): string[] => some.map(({ id }) => id);

const causeOf = ({ id, withdrawnAt }: AppRow, ofSuspended: ReadonlySet<string>): Undecidable | null => {
  if (withdrawnAt !== null) return 'withdrawn';
  return ofSuspended.has(id) ? 'maker_suspended' : null;
};

/** Returns the current states of changed apps, with the admin and the time of a last change by an admin. */
async function readDecided(
  tx: Db,
  changed: readonly AppRow[],
  ofSuspended: ReadonlySet<string> = new Set(),
): Promise<Map<string, Decided>> {
  if (changed.length === 0) return new Map();
  const rows = await tx
    .selectDistinctOn([auditLog.targetId], {
      appId: auditLog.targetId,
      actorId: auditLog.actorId,
      at: auditLog.createdAt,
      firstName: users.firstName,
      email: users.email,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(isOneOf(auditLog.targetId, idsOf(changed)))
    .orderBy(auditLog.targetId, sql`${auditLog.createdAt} DESC`);
  const entries = new Map(rows.map((row) => [row.appId, row]));
  return new Map(
    changed.map((app) => {
      const { id, status, updatedAt } = app;
      const entry = entries.get(id);
      const isTheirs = entry?.actorId && entry.at.getTime() === updatedAt.getTime();
      const by = isTheirs
        ? { id: entry.actorId ?? '', firstName: entry.firstName, email: entry.email }
        : null;
      return [id, { status, by, at: updatedAt.toISOString(), cause: causeOf(app, ofSuspended) }];
    }),
  );
}

const isAsSeen = ({ updatedAt }: AppRow, seenAt: string | undefined): boolean =>
  seenAt === undefined || Date.parse(seenAt) === updatedAt.getTime();

/** Rejects with `already_decided` if the app changed since the moderator saw it. */
export async function requireAsSeen(tx: Db, app: AppRow, seenAt: string | undefined): Promise<void> {
  if (!isAsSeen(app, seenAt)) throw alreadyDecided((await readDecided(tx, [app])).get(app.id));
}

/** Rejects with `already_decided` if the maker has withdrawn the app: it can be decided on after a new submission. */
export async function requireNotWithdrawn(tx: Db, app: AppRow): Promise<void> {
  if (app.withdrawnAt !== null) throw alreadyDecided((await readDecided(tx, [app])).get(app.id));
}

/** Returns the error for an approval of an app whose maker is suspended. */
export function makerSuspended(): Refusal {
  const message = 'The account of its maker is suspended: it waits until that is lifted.';
  return new Refusal('already_decided', { message });
}

function alreadyDecided(decided: Decided | null | undefined): Refusal {
  if (!decided) return new Refusal('already_decided');
  const { by, status, at, cause } = decided;
  if (cause === 'maker_suspended') return makerSuspended();
  if (cause === 'withdrawn') {
    const message = 'Its maker has withdrawn this app: it waits until they send it in again.';
    return new Refusal('already_decided', { message });
  }
  const who = by ? by.firstName || by.email || 'Another admin' : 'Somebody';
  const when = at.replace('T', ' ').replace(/:\d\d\.\d+Z/, ' UTC');
  return new Refusal('already_decided', {
    message: `${who} has changed this app meanwhile, on ${when}: it is ${status} now.`,
  });
}

/** Status of the open reports of an app after a decision on it. */
export const reportsAfter = { approved: 'dismissed', rejected: 'reviewed' } as const;

export interface Decisions {
  jobs: JobQueue;
  ids: readonly string[];
  decision: Decision;
  reason: string | null;
  seen: Readonly<Record<string, string>>;
  moderator: Moderator;
  now: Date;
}

/**
 * Decides on many apps in one transaction. Logs each decision, closes open reports, drops waiting changes of rejected apps,
 * and queues mails for the end of the undo period. An unchanged app is not logged. Withdrawn apps, and approvals for
 * suspended makers, get `already_decided`. Rejects with `forbidden` if the moderator has lost the role.
 */
export async function decideApps(
  db: Db,
  asked: Decisions,
): Promise<Omit<ResponseOf<typeof decideAppsRoute>, 'left'>> {
  const { jobs, ids, decision, moderator, now } = asked;
  const reviewReason = asked.reason?.trim() || null;
  return inTransaction(db, async (tx) => {
    const ofSuspended = await lockAdminAndMakers(tx, moderator, decision === 'approved' ? ids : []);
    const found = await tx
      .select()
      .from(apps)
      .where(isOneOf(apps.id, ids))
      .orderBy(apps.id)
      .for('no key update');
    const values = { status: decision, reviewReason };
    const unapprovable = new Set(
      found.flatMap(({ id, status }) => (status !== 'approved' && ofSuspended.has(id) ? id : [])),
    );
    const outcomeOf = (app: AppRow): DecisionOutcome => {
      if (!isAsSeen(app, asked.seen[app.id]) || causeOf(app, unapprovable)) return 'already_decided';
      return differences(app, values) ? 'decided' : 'unchanged';
    };
    const outcomes = new Map(found.map((app) => [app.id, outcomeOf(app)]));
    const changed = found.filter(({ id }) => outcomes.get(id) === 'decided');
    const batchId = changed.length > 0 ? newId() : null;
    if (batchId !== null) {
      const isNew = ({ status }: AppRow) => status !== decision;
      const write = (some: AppRow[], also: Partial<AppRow>) =>
        some.length > 0 &&
        tx
          .update(apps)
          .set({ ...values, ...also, updatedAt: now })
          .where(isOneOf(apps.id, idsOf(some)));
      // A new reason for the same decision keeps the time of the decision.
      await write(changed.filter(isNew), { reviewedAt: now });
      await write(
        changed.filter((app) => !isNew(app)),
        {},
      );
      // Not for apps that reports had hidden: changes since their first approval still need a decision.
      const approved = changed.filter((app) => decision === 'approved' && isNew(app) && app.heldAt === null);
      await approveAsTheyAre(tx, idsOf(approved), now);
      const rejected = changed.filter((app) => decision === 'rejected' && isNew(app));
      const unwanted = await dropWaiting(tx, idsOf(rejected));
      const closed = await closeReports(tx, jobs, {
        appIds: changed.map(({ id }) => id),
        decision: reportsAfter[decision],
        batchId,
        now,
      });
      await recordActions(
        tx,
        { actorId: moderator.id, now },
        changed.map((app) => ({
          action: 'app.reviewed',
          targetId: app.id,
          batchId,
          ...differences(
            {
              ...app,
              openReports: closed.get(app.id) ?? 0,
              ...(unwanted.get(app.id) ?? nothingWaits),
            },
            {
              ...values,
              ...(isNew(app) && { reviewedAt: now }),
              ...(app.heldAt && { heldAt: null }),
              openReports: 0,
              ...nothingWaits,
            },
          ),
        })),
      );
      const told = changed.map(({ id, submittedBy, status, heldAt }) => ({
        appId: id,
        submittedBy,
        before: status,
        after: decision,
        reason: reviewReason,
        wasHeld: heldAt !== null,
      }));
      await tellSubmitters(tx, jobs, { decided: told, now });
    }
    const decided = await readDecided(
      tx,
      found.filter(({ id }) => outcomes.get(id) === 'already_decided'),
      unapprovable,
    );
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
