import {
  type Decided,
  type decideApps as decideAppsRoute,
  type Decision,
  type DecisionOutcome,
  UNDO_MS,
  type undoDecisions as undoDecisionsRoute,
} from '@zapdeck/contract/decisions';
import type { ResponseOf } from '@zapdeck/contract/route';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { type AppRow, apps } from '../../db/schema/apps.table.ts';
import { auditLog } from '../../db/schema/audit-log.table.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { Refusal } from '../../http/refusal.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { differences, recordActions } from '../audit-log/audit-log.ts';
import { tellSubmitters } from './app-mails.ts';

/** An undo that was pressed in time may arrive a little later. */
const UNDO_GRACE_MS = 1_000;
/** Another's five hundred decisions are waited for. */
const LOCK_WAIT = '10s';

type Moderator = Pick<UserRow, 'id'>;

/**
 * Holds the admin's row until the transaction ends, before any app as by all who lock both: who loses the role meanwhile
 * has decided before or is refused with `forbidden`.
 */
export async function holdAdmin(tx: Db, { id }: Moderator): Promise<void> {
  const [admin] = await tx
    .select({ isAdmin: users.isAdmin })
    .from(users)
    .where(eq(users.id, id))
    .for('share');
  if (!admin?.isAdmin) throw new Refusal('forbidden');
}

/** What became of apps that are not as somebody saw them: by whom the log says, when it was an admin's last change. */
async function readDecided(tx: Db, changed: readonly AppRow[]): Promise<Map<string, Decided>> {
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
    .where(
      inArray(
        auditLog.targetId,
        changed.map(({ id }) => id),
      ),
    )
    .orderBy(auditLog.targetId, sql`${auditLog.createdAt} DESC`);
  const entries = new Map(rows.map((row) => [row.appId, row]));
  return new Map(
    changed.map(({ id, status, updatedAt }) => {
      const entry = entries.get(id);
      const isTheirs = entry?.actorId && entry.at.getTime() === updatedAt.getTime();
      const by = isTheirs
        ? { id: entry.actorId ?? '', firstName: entry.firstName, email: entry.email }
        : null;
      return [id, { status, by, at: updatedAt.toISOString() }];
    }),
  );
}

const isAsSeen = ({ updatedAt }: AppRow, seenAt: string | undefined): boolean =>
  seenAt === undefined || Date.parse(seenAt) === updatedAt.getTime();

/** Refuses with `already_decided`, saying who and when, an app that is not as the moderator saw it. */
export async function requireAsSeen(tx: Db, app: AppRow, seenAt: string | undefined): Promise<void> {
  if (isAsSeen(app, seenAt)) return;
  throw alreadyDecided((await readDecided(tx, [app])).get(app.id));
}

function alreadyDecided(decided: Decided | null | undefined): Refusal {
  if (!decided) return new Refusal('already_decided');
  const { by, status, at } = decided;
  const who = by ? by.firstName || by.email || 'Another admin' : 'Somebody';
  const when = at.replace('T', ' ').replace(/:\d\d\.\d+Z/, ' UTC');
  return new Refusal('already_decided', {
    message: `${who} has changed this app meanwhile, on ${when}: it is ${status} now.`,
  });
}

interface Decisions {
  jobs: JobQueue;
  ids: readonly string[];
  decision: Decision;
  reason: string | null;
  seen: Readonly<Record<string, string>>;
  moderator: Moderator;
  now: Date;
}

/**
 * Decides on many apps in one transaction, writes each down, and has the submitters told when the time to undo is over;
 * what is as it was before leaves no trace. Refuses with `forbidden` who is no admin any more.
 */
export async function decideApps(db: Db, asked: Decisions): Promise<ResponseOf<typeof decideAppsRoute>> {
  const { jobs, ids, decision, moderator, now } = asked;
  const reviewReason = asked.reason?.trim() || null;
  return db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL lock_timeout = ${sql.raw(`'${LOCK_WAIT}'`)}`);
    await holdAdmin(tx, moderator);
    const found = await tx
      .select()
      .from(apps)
      .where(inArray(apps.id, [...ids]))
      .orderBy(apps.id)
      .for('no key update');
    const values = { status: decision, reviewReason };
    const outcomeOf = (app: AppRow): DecisionOutcome => {
      if (!isAsSeen(app, asked.seen[app.id])) return 'already_decided';
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
          .where(
            inArray(
              apps.id,
              some.map(({ id }) => id),
            ),
          );
      // A new verdict has a new time; another reason for the same one has not.
      await write(changed.filter(isNew), { reviewedAt: now });
      await write(
        changed.filter((app) => !isNew(app)),
        {},
      );
      await recordActions(
        tx,
        { actorId: moderator.id, now },
        changed.map((app) => ({
          action: 'app.reviewed',
          targetId: app.id,
          batchId,
          ...differences(app, { ...values, ...(isNew(app) && { reviewedAt: now }) }),
        })),
      );
      await tellSubmitters(
        tx,
        jobs,
        changed.map(({ id, status }) => ({
          appId: id,
          before: status,
          after: decision,
          reason: reviewReason,
          now,
        })),
      );
    }
    const decided = await readDecided(
      tx,
      found.filter(({ id }) => outcomes.get(id) === 'already_decided'),
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

/** Decides on one app. Refuses with `app_not_found`, `already_decided` and `forbidden`. */
export async function decideApp(
  db: Db,
  { id, seenAt, ...asked }: Omit<Decisions, 'ids' | 'seen'> & { id: string; seenAt: string | undefined },
): Promise<void> {
  const seen = seenAt === undefined ? {} : { [id]: seenAt };
  const { outcome, decided } = one((await decideApps(db, { ...asked, ids: [id], seen })).outcomes);
  if (outcome === 'not_found') throw new Refusal('app_not_found');
  if (outcome === 'already_decided') throw alreadyDecided(decided);
}

/**
 * Puts what one decided at once back to what it was, as far as nobody has changed it since. Refuses with
 * `decision_not_found` what is not one's own, and with `undo_over` after ten seconds.
 */
export async function undoDecisions(
  db: Db,
  { batchId, moderator, now }: { batchId: string; moderator: Moderator; now: Date },
): Promise<ResponseOf<typeof undoDecisionsRoute>> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL lock_timeout = ${sql.raw(`'${LOCK_WAIT}'`)}`);
    await holdAdmin(tx, moderator);
    const entries = await tx
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.batchId, batchId), eq(auditLog.actorId, moderator.id)));
    const [first] = entries;
    if (!first) throw new Refusal('decision_not_found');
    if (now.getTime() - first.createdAt.getTime() > UNDO_MS + UNDO_GRACE_MS) throw new Refusal('undo_over');
    const ids = entries.flatMap(({ targetId }) => targetId ?? []);
    await tx
      .select({ id: apps.id })
      .from(apps)
      .where(inArray(apps.id, ids))
      .orderBy(apps.id)
      .for('no key update');
    // Each value that the entry has, and of the others those of now.
    const before = (key: string, column: string) =>
      sql.raw(
        `CASE WHEN entry.before ? '${key}' THEN entry.before ->> '${key}' ELSE apps.${column}::text END`,
      );
    const { rows } = await tx.execute<{ id: string }>(sql`
      UPDATE apps SET status = (${before('status', 'status')})::app_status, review_reason = ${before('reviewReason', 'review_reason')},
        reviewed_at = (${before('reviewedAt', 'reviewed_at')})::timestamptz, updated_at = ${now}
      FROM audit_log AS entry
      WHERE entry.batch_id = ${batchId} AND entry.target_id = apps.id AND apps.updated_at = entry.created_at
        AND apps.status::text = coalesce(entry.after ->> 'status', apps.status::text)
      RETURNING apps.id`);
    const undone = rows.map(({ id }) => id);
    const isUndone = new Set(undone);
    await recordActions(
      tx,
      { actorId: moderator.id, now },
      entries
        .filter(({ targetId }) => isUndone.has(targetId ?? ''))
        .map((entry) => ({
          action: 'app.review_undone',
          targetId: entry.targetId ?? undefined,
          before: entry.after as Record<string, unknown>,
          after: entry.before as Record<string, unknown>,
        })),
    );
    return { undone, kept: ids.filter((id) => !isUndone.has(id)), updatedAt: now.toISOString() };
  });
}
