import { type Saved, VERSION_HEADER } from '@zapdeck/contract/instance/settings';
import type { AuditAction } from '@zapdeck/contract/instance/audit-log';
import type { PageQuery } from '@zapdeck/contract/wire/primitives';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { lockAdmin } from '../../accounts/locks.ts';
import { holdLock } from '../../db/advisory-locks.ts';
import type { Db } from '../../db/client.ts';
import type { ListPage } from '../../db/paging.ts';
import { settings } from '../../db/schema/settings.table.ts';
import { personColumns, users } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import { Refusal } from '../../http/refusal.ts';
import { isLanguage } from '../../languages/shown-language.ts';
import { type AdminStamp, differences, recordAction, type Stamp } from '../audit-log/audit-log.ts';
import { shorten } from '../audit-log/shorten.ts';

/** Settings that have their versions in common. */
export interface SettingsKind<Values extends object> {
  name: string;
  schema: z.ZodMiniType<Values>;
  /** Values of a new instance. */
  standard: Values;
  /** Fields that follow later versions of the software while they have the value of a new instance. */
  following?: readonly (keyof Values)[];
}

type Stored = Readonly<Record<string, unknown>>;

export interface SavedSettings<Values> {
  values: Values;
  /** 0 if they were never saved. */
  version: number;
}

/** Settings to save, and the version of them that the sender has read. */
export type Change<Values> = { [Name in keyof Values]?: Values[Name] | undefined } & {
  version?: number | undefined;
};

const pick = (values: Stored, names: readonly PropertyKey[]): Stored =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

/** Stored values that this version does not allow count as missing. */
export function valuesFrom<Values extends object>(
  { schema, standard }: SettingsKind<Values>,
  stored: Stored,
): Values {
  const known = Object.entries(stored).filter(([, value]) => value !== null);
  const values = { ...standard, ...Object.fromEntries(known) };
  const { data, error } = schema.safeParse(values);
  if (data !== undefined) return data;
  const refused = (error?.issues ?? []).flatMap(({ path }) => path.slice(0, 1));
  return schema.parse({ ...values, ...pick(standard as Stored, refused) });
}

export const isActiveKind = ({ name }: Pick<SettingsKind<object>, 'name'>): SQL | undefined =>
  and(eq(settings.kind, name), settings.isActive);

async function readRow(db: Db, condition: SQL | undefined) {
  const { values, version } = settings;
  const [row] = await db.select({ values, version }).from(settings).where(condition);
  return row;
}

export async function readSettings<Values extends object>(
  db: Db,
  kind: SettingsKind<Values>,
): Promise<SavedSettings<Values>> {
  const row = await readRow(db, isActiveKind(kind));
  return { values: valuesFrom(kind, row?.values ?? {}), version: row?.version ?? 0 };
}

export async function readValues<Values extends object>(db: Db, kind: SettingsKind<Values>): Promise<Values> {
  return (await readSettings(db, kind)).values;
}

/** Sends the version in a header. Returns the values. */
export function sendVersion<Values>(reply: FastifyReply, { values, version }: SavedSettings<Values>): Values {
  void reply.header(VERSION_HEADER, version);
  return values;
}

const isObject = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns all fields by their paths, such as `landing.heading`. Texts by language are one field, and are sorted. */
function fieldsOf(values: object, path = ''): Record<string, unknown> {
  const entries = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const own = path + name;
    if (!isObject(value)) return [[own, value]];
    if (Object.keys(value).every(isLanguage))
      return [[own, Object.fromEntries(Object.entries(value).sort())]];
    return Object.entries(fieldsOf(value, `${own}.`));
  });
  return Object.fromEntries(entries);
}

type Changed = NonNullable<ReturnType<typeof differences>>;

/** Rejects with `settings_changed` if a field to change has another value than in the version that was seen. */
async function requireSeen<Values extends object>(
  tx: Db,
  kind: SettingsKind<Values>,
  seen: number,
  { before, after }: Changed,
): Promise<void> {
  const row = await readRow(tx, and(eq(settings.kind, kind.name), eq(settings.version, seen)));
  const fields = row && fieldsOf(valuesFrom(kind, row.values));
  const since = fields ? differences(pick(fields, Object.keys(before)), before) : { after };
  if (!since) return;
  const names = Object.keys(since.after);
  const shown = shorten({ before: pick(before, names), after: pick(after, names) });
  throw new Refusal('settings_changed', { changes: shown.before });
}

export interface Outcome<Values> extends SavedSettings<Values> {
  /** Changed fields by their paths. Null if the settings are unchanged. Long texts are shortened. */
  changed: Changed | null;
}

/**
 * Stores a new version of the settings, unless they are unchanged. Fields that are left out keep their values. The transaction
 * must hold the lock of the settings. Rejects with `settings_changed`.
 */
export async function replaceSettings<Values extends object>(
  tx: Db,
  kind: SettingsKind<Values>,
  { version: seen, ...change }: Change<Values>,
  { actorId, now }: Stamp,
): Promise<Outcome<Values>> {
  const row = await readRow(tx, isActiveKind(kind));
  const [stored, version] = [row?.values ?? {}, row?.version ?? 0];
  const before = valuesFrom(kind, stored);
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const values: Values = { ...before, ...Object.fromEntries(given) };
  const differing = differences(fieldsOf(before), fieldsOf(values));
  if (!differing) return { values: before, version, changed: null };
  if (seen !== undefined && seen !== version) await requireSeen(tx, kind, seen, differing);
  const isStandard = (name: string, value: unknown) =>
    kind.following?.includes(name as keyof Values) &&
    JSON.stringify(value) === JSON.stringify(kind.standard[name as keyof Values]);
  const kept = given.map(([name, value]) => [name, isStandard(name, value) ? null : value]);
  await tx.update(settings).set({ isActive: false }).where(isActiveKind(kind));
  await tx.insert(settings).values({
    kind: kind.name,
    values: { ...stored, ...Object.fromEntries(kept) },
    version: version + 1,
    savedBy: actorId,
    savedAt: now,
  });
  return { values, version: version + 1, changed: shorten(differing) };
}

/** Runs the work in a transaction that holds the lock of the settings. Rejects with `forbidden`. */
export function withSettingsLock<T>(
  db: Db,
  { actorId }: AdminStamp,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    await lockAdmin(tx, { id: actorId });
    await holdLock(tx, 'settings');
    return work(tx);
  });
}

/** Actions of the audit log that save settings. */
type SettingsAction = Extract<
  AuditAction,
  `${'weights' | 'algorithm' | 'advertisement' | 'moderation' | 'instance'}.${string}`
>;

/** Saves settings and logs the changed fields. Rejects as `replaceSettings` does. */
export function saveSettings<Values extends object>(
  db: Db,
  kind: SettingsKind<Values>,
  change: Change<Values>,
  { action, ...stamp }: AdminStamp & { action: SettingsAction },
): Promise<Outcome<Values>> {
  return withSettingsLock(db, stamp, async (tx) => {
    const outcome = await replaceSettings(tx, kind, change, stamp);
    if (outcome.changed) await recordAction(tx, stamp, { action, ...outcome.changed });
    return outcome;
  });
}

/** Changes what the software notes beside the active settings. Adds no version. */
export async function noteBeside(
  db: Db,
  kind: Pick<SettingsKind<object>, 'name'>,
  notes: Stored,
): Promise<void> {
  const values = sql`${settings.values} || ${JSON.stringify(notes)}::jsonb`;
  await db.update(settings).set({ values }).where(isActiveKind(kind));
}

interface SavedVersion<Values> extends z.infer<typeof Saved> {
  values: Values;
}

/** Lists the saved versions with these fields, newest first. */
export async function listSettings<Values extends object, Shown extends object>(
  db: Db,
  kind: SettingsKind<Values>,
  { limit, offset }: PageQuery,
  shown: z.ZodMiniType<Shown>,
): Promise<ListPage<SavedVersion<Shown>>> {
  const { id, values, isActive, savedAt, version } = settings;
  const isOfKind = eq(settings.kind, kind.name);
  const rows = await db
    .select({ id, values, savedBy: personColumns, savedAt, isActive })
    .from(settings)
    .leftJoin(users, eq(users.id, settings.savedBy))
    .where(isOfKind)
    .orderBy(desc(version))
    .limit(limit)
    .offset(offset);
  const items = rows.map((row) => ({
    ...row,
    values: shown.parse(valuesFrom(kind, row.values)),
    savedAt: row.savedAt.toISOString(),
  }));
  return { items, total: await db.$count(settings, isOfKind) };
}
