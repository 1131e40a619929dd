import {
  type AuditAction,
  type AuditEntry,
  type AuditPerson,
  type auditLog as auditLogRoute,
  moderatorActions,
} from '@zapdeck/contract/instance/audit-log';
import type { Role } from '@zapdeck/contract/accounts/roles';
import type { PageQuery } from '@zapdeck/contract/wire/primitives';
import type { QueryOf } from '@zapdeck/contract/wire/route';
import { HoldCause, holdCauseText } from '@zapdeck/contract/moderation/hold-causes';
import { VerificationLoss, verificationLossText } from '@zapdeck/contract/frames/verification-losses';
import type { Marked } from '@zapdeck/contract/wire/message';
import { and, desc, eq, gte, inArray, lt, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { auditLogCsv } from '@zapdeck/contract/wire/csv-exports';
import { DEFAULT_LANGUAGE } from '@zapdeck/contract/wire/languages';
import { type Db, one } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { type ListPage, inBatches } from '../../db/paging.ts';
import { users } from '../../db/schema/users.table.ts';
import { appEvents } from '../../db/schema/app-history.table.ts';
import { auditLog } from '../../db/schema/audit-log.table.ts';
import { sayMarkedIn } from '../../languages/say.ts';
import type { ShownLanguage } from '../../languages/shown-language.ts';
import { type CsvColumns, fieldColumns } from '../../http/send-csv.ts';

/** `actorId` is null for the command line and for Zapdeck itself (see `automaticActions`). */
export interface Stamp {
  actorId: string | null;
  now: Date;
}

export type AdminStamp = Stamp & { actorId: string };

type LoggedValues = Record<string, unknown>;

type AppAction = Exclude<Extract<AuditAction, `app.${string}`>, 'app.deleted'>;

/** With `appId`, also stores an event of the app, and the app is the target. */
type Deed = { id?: string; before?: LoggedValues; after?: LoggedValues } & (
  | { action: AppAction; appId: string; targetId?: never }
  | { action: Exclude<AuditAction, AppAction>; appId?: string | undefined; targetId?: string }
);

/** A statement has at most 65,535 parameters. An entry has seven. */
const ENTRIES_AT_ONCE = 5_000;

/** Records actions, and events of apps. Call it in the transaction of the actions. */
export async function recordActions(tx: Db, { actorId, now }: Stamp, deeds: readonly Deed[]): Promise<void> {
  for (let from = 0; from < deeds.length; from += ENTRIES_AT_ONCE) {
    const entries = deeds
      .slice(from, from + ENTRIES_AT_ONCE)
      .map((deed) => ({ targetId: deed.appId, id: newId(), ...deed, actorId, createdAt: now }));
    await tx.insert(auditLog).values(entries);
    const events = entries.flatMap(({ appId, ...entry }) => (appId === undefined ? [] : { ...entry, appId }));
    if (events.length > 0) await tx.insert(appEvents).values(events);
  }
}

/** Returns the id of the entry. An event has the same id. */
export async function recordAction(tx: Db, stamp: Stamp, deed: Deed): Promise<string> {
  const id = newId();
  await recordActions(tx, stamp, [{ id, ...deed }]);
  return id;
}

/** Adds values to the `after` of an entry. */
export async function extendEntry(db: Db, id: string, values: LoggedValues): Promise<void> {
  await db
    .update(auditLog)
    .set({ after: sql`${auditLog.after} || ${JSON.stringify(values)}::jsonb` })
    .where(eq(auditLog.id, id));
}

/** Returns the changed values before and after, or null if nothing changed. */
export function differences(
  before: LoggedValues,
  after: LoggedValues,
): { before: LoggedValues; after: LoggedValues } | null {
  const changed = Object.keys(after).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  if (changed.length === 0) return null;
  const of = (values: LoggedValues) => Object.fromEntries(changed.map((key) => [key, values[key] ?? null]));
  return { before: of(before), after: of(after) };
}

/** SQL: current name of the target. Ids of apps, users and reports never coincide. */
const targetName = sql<string | null>`coalesce(
  (SELECT title FROM apps WHERE apps.id = ${auditLog.targetId}),
  (SELECT coalesce(nullif(first_name, ''), email, 'Guest') FROM users AS target WHERE target.id = ${auditLog.targetId}),
  (SELECT title FROM apps JOIN reports ON reports.app_id = apps.id WHERE reports.id = ${auditLog.targetId}))`;

type AuditFilters = Omit<QueryOf<typeof auditLogRoute>, 'limit' | 'offset'>;

const isShownToRole = (role: Role): SQL | undefined =>
  role === 'admin' ? undefined : inArray(auditLog.action, moderatorActions);

function auditLogFilter(
  { actor, action, target, from, to }: AuditFilters,
  role: Role = 'admin',
): SQL | undefined {
  return and(
    isShownToRole(role),
    actor === undefined ? undefined : eq(auditLog.actorId, actor),
    action === undefined ? undefined : eq(auditLog.action, action),
    target === undefined ? undefined : eq(auditLog.targetId, target),
    from === undefined ? undefined : gte(auditLog.createdAt, new Date(from)),
    to === undefined ? undefined : lt(auditLog.createdAt, new Date(to)),
  );
}

function selectActions(db: Db) {
  return db
    .select({ entry: auditLog, firstName: users.firstName, email: users.email, targetName })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId));
}

function causeText(cause: unknown): Marked | undefined {
  const loss = VerificationLoss.safeParse(cause);
  if (loss.success) return verificationLossText(loss.data);
  const hold = HoldCause.safeParse(cause);
  return hold.success ? holdCauseText(hold.data) : undefined;
}

export function presentValues(values: LoggedValues | null, language: ShownLanguage): LoggedValues | null {
  const cause = causeText(values?.['cause']);
  return cause === undefined ? values : { ...values, cause: sayMarkedIn(language, cause) };
}

type ActionRow = Awaited<ReturnType<typeof selectActions>>[number];

function presentAction(
  { entry, firstName, email, targetName: name }: ActionRow,
  language: ShownLanguage,
): AuditEntry {
  return {
    id: entry.id,
    actor: entry.actorId === null ? null : { id: entry.actorId, firstName, email },
    action: entry.action,
    targetId: entry.targetId,
    targetName: name,
    before: entry.before as AuditEntry['before'],
    after: presentValues(entry.after as LoggedValues | null, language) as AuditEntry['after'],
    createdAt: entry.createdAt.toISOString(),
  };
}

async function readEntries(
  db: Db,
  condition: SQL | undefined,
  { limit, offset, language }: PageQuery & { language: ShownLanguage },
): Promise<AuditEntry[]> {
  const rows = await selectActions(db)
    .where(condition)
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(limit)
    .offset(offset);
  return rows.map((row) => presentAction(row, language));
}

export interface AuditReader {
  language: ShownLanguage;
  role: Role;
}

export async function listActions(
  db: Db,
  { limit, offset, language, role, ...filters }: QueryOf<typeof auditLogRoute> & AuditReader,
): Promise<ListPage<AuditEntry>> {
  const condition = auditLogFilter(filters, role);
  const items = await readEntries(db, condition, { limit, offset, language });
  return { items, total: await db.$count(auditLog, condition) };
}

/** Lists actors of entries that the role may see. A loose index scan makes it independent of the log's size. */
export async function listPeople(db: Db, role: Role): Promise<AuditPerson[]> {
  const hasShown = sql`EXISTS (SELECT FROM ${auditLog} WHERE ${auditLog.actorId} = people.id AND ${isShownToRole(role) ?? sql`true`})`;
  const { rows } = await db.execute<AuditPerson & Record<string, unknown>>(sql`
    WITH RECURSIVE people AS (
      (SELECT actor_id AS id FROM audit_log WHERE actor_id IS NOT NULL ORDER BY actor_id LIMIT 1)
      UNION ALL
      SELECT (SELECT actor_id FROM audit_log WHERE actor_id > people.id ORDER BY actor_id LIMIT 1)
      FROM people WHERE people.id IS NOT NULL
    )
    SELECT people.id, first_name AS "firstName", email FROM people LEFT JOIN users ON users.id = people.id
    WHERE people.id IS NOT NULL AND ${hasShown} ORDER BY lower(coalesce(nullif(first_name, ''), email)), people.id`);
  return rows;
}

/** Reads only an index. The index has no ids, so the result includes all entries with the time of the last one. */
async function findEntries(db: Db, appIds: SQLWrapper, { limit, offset }: PageQuery) {
  const { rows } = await db.execute<{ total: number; targets: string[]; moments: string[] }>(sql`
    WITH found AS MATERIALIZED (
      SELECT target_id, created_at FROM ${auditLog} WHERE ${inArray(auditLog.targetId, appIds)}
    ), shown AS (
      SELECT DISTINCT target_id, created_at FROM (
        SELECT target_id, created_at FROM found ORDER BY created_at DESC FETCH FIRST ${limit + offset} ROWS WITH TIES
      ) AS first
    )
    SELECT (SELECT count(*)::int FROM found) AS total, coalesce(array_agg(target_id), '{}') AS targets,
      coalesce(array_agg(created_at::text), '{}') AS moments FROM shown`);
  return one(rows);
}

export async function listActionsOnApps(
  db: Db,
  appIds: SQLWrapper,
  page: PageQuery & { language: ShownLanguage },
): Promise<ListPage<AuditEntry>> {
  const { total, targets, moments } = await findEntries(db, appIds, page);
  const isShown = sql`(${auditLog.targetId}, ${auditLog.createdAt}) IN (
    SELECT * FROM unnest(${sql.param(targets)}::uuid[], ${sql.param(moments)}::timestamptz[]))`;
  return { items: await readEntries(db, isShown, page), total };
}

const jsonOf = (values: AuditEntry['before']) => values && JSON.stringify(values);

export const actionColumns: CsvColumns<AuditEntry> = {
  ...fieldColumns('id', 'createdAt', 'action'),
  actorId: ({ actor }) => actor && actor.id,
  actorName: ({ actor }) => actor && actor.firstName,
  actorEmail: ({ actor }) => actor && actor.email,
  ...fieldColumns('targetId', 'targetName'),
  before: ({ before }) => jsonOf(before),
  after: ({ after }) => jsonOf(after),
};

export const exportActions = (db: Db, query: QueryOf<typeof auditLogCsv>) =>
  inBatches({
    select: selectActions,
    table: auditLog,
    condition: auditLogFilter(query),
    db,
    placeOf: ({ entry }) => entry,
    present: (rows) => rows.map((row) => presentAction(row, DEFAULT_LANGUAGE)),
  });
