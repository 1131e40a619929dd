import {
  type addCannedReason,
  type CannedReason,
  type editCannedReason,
} from '@zapdeck/contract/moderation/moderation';
import type { PageQuery } from '@zapdeck/contract/wire/primitives';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { message } from '@zapdeck/contract/wire/message';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isUniqueViolation } from '../../db/constraints.ts';
import type { ListPage } from '../../db/paging.ts';
import { cannedReasons } from '../../db/schema/canned-reasons.table.ts';
import { lockAdmin } from '../../accounts/locks.ts';
import { Refusal } from '../../http/refusal.ts';
import { wordsOf } from '../../mail/reasons-in.ts';
import { type AdminStamp, differences, recordAction } from '../audit-log/audit-log.ts';

const { id: idColumn, label, text, labels, texts, updatedAt, retiredAt } = cannedReasons;
const columns = { id: idColumn, label, text, labels, texts, updatedAt };

type StoredReason = Omit<CannedReason, 'updatedAt'> & { updatedAt: Date };

const reasonFrom = (row: StoredReason): CannedReason => ({
  id: row.id,
  ...wordsOf(row),
  updatedAt: row.updatedAt.toISOString(),
});

const isLive = isNull(retiredAt);

async function withOwnLabel<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isUniqueViolation(error, 'canned_reasons_label_key')) throw error;
    throw new Refusal('label_taken', {
      fields: { label: message('A reason with this name already exists.') },
    });
  }
}

async function lockReason(tx: Db, id: string): Promise<StoredReason> {
  const [reason] = await tx
    .select(columns)
    .from(cannedReasons)
    .where(and(eq(idColumn, id), isLive))
    .for('update');
  if (!reason) throw new Refusal('canned_reason_not_found');
  return reason;
}

export async function listCannedReasons(
  db: Db,
  { limit, offset }: PageQuery,
): Promise<ListPage<CannedReason>> {
  const rows = await db
    .select(columns)
    .from(cannedReasons)
    .where(isLive)
    .orderBy(asc(sql`lower(${label})`))
    .limit(limit)
    .offset(offset);
  return { items: rows.map(reasonFrom), total: await db.$count(cannedReasons, isLive) };
}

export async function createCannedReason(
  db: Db,
  form: BodyOf<typeof addCannedReason>,
  stamp: AdminStamp,
): Promise<CannedReason> {
  const stored = inTransaction(db, async (tx) => {
    await lockAdmin(tx, { id: stamp.actorId });
    const words = wordsOf({ ...form, labels: form.labels ?? {}, texts: form.texts ?? {} });
    const values = { ...words, createdAt: stamp.now, updatedAt: stamp.now };
    const reason = one(await tx.insert(cannedReasons).values(values).returning(columns));
    await recordAction(tx, stamp, {
      action: 'canned_reason.added',
      targetId: reason.id,
      after: { ...words },
    });
    return reasonFrom(reason);
  });
  return withOwnLabel(stored);
}

/** Unchanged values are not logged. Rejects with `canned_reason_not_found`, `canned_reason_changed` and `label_taken`. */
export async function changeCannedReason(
  db: Db,
  { id, form: { updatedAt: seenAt, ...form } }: { id: string; form: BodyOf<typeof editCannedReason> },
  stamp: AdminStamp,
): Promise<CannedReason> {
  const stored = inTransaction(db, async (tx) => {
    await lockAdmin(tx, { id: stamp.actorId });
    const reason = await lockReason(tx, id);
    if (seenAt !== undefined && seenAt !== reason.updatedAt.toISOString())
      throw new Refusal('canned_reason_changed');
    const before = wordsOf(reason);
    const after = wordsOf({
      label: form.label ?? before.label,
      text: form.text ?? before.text,
      labels: form.labels ?? before.labels,
      texts: form.texts ?? before.texts,
    });
    const changed = differences({ ...before }, { ...after });
    if (!changed) return reasonFrom(reason);
    await tx.insert(cannedReasons).values({ ...reason, id: newId(), retiredAt: stamp.now });
    const edited = tx.update(cannedReasons).set({ ...after, updatedAt: stamp.now });
    const row = one(await edited.where(eq(idColumn, id)).returning(columns));
    await recordAction(tx, stamp, { action: 'canned_reason.edited', targetId: id, ...changed });
    return reasonFrom(row);
  });
  return withOwnLabel(stored);
}

export async function deleteCannedReason(db: Db, id: string, stamp: AdminStamp): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockAdmin(tx, { id: stamp.actorId });
    const reason = await lockReason(tx, id);
    await tx.update(cannedReasons).set({ retiredAt: stamp.now }).where(eq(idColumn, id));
    await recordAction(tx, stamp, {
      action: 'canned_reason.deleted',
      targetId: id,
      before: { ...wordsOf(reason) },
    });
  });
}
