import type {
  addCannedReason,
  CannedReason,
  editCannedReason,
} from '@zapdeck/contract/moderation/moderation';
import type { PageQuery } from '@zapdeck/contract/wire/primitives';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { message } from '@zapdeck/contract/wire/message';
import { asc, eq, sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isUniqueViolation } from '../../db/constraints.ts';
import type { ListPage } from '../../db/paging.ts';
import { cannedReasons } from '../../db/schema/canned-reasons.table.ts';
import { lockAdmin } from '../../accounts/locks.ts';
import { Refusal } from '../../http/refusal.ts';
import { type AdminStamp, differences, recordAction } from '../audit-log/audit-log.ts';

const { id: idColumn, label, text } = cannedReasons;
const columns = { id: idColumn, label, text };

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

async function lockReason(tx: Db, id: string): Promise<CannedReason> {
  const [reason] = await tx.select(columns).from(cannedReasons).where(eq(idColumn, id)).for('update');
  if (!reason) throw new Refusal('canned_reason_not_found');
  return reason;
}

export async function listCannedReasons(
  db: Db,
  { limit, offset }: PageQuery,
): Promise<ListPage<CannedReason>> {
  const items = await db
    .select(columns)
    .from(cannedReasons)
    .orderBy(asc(sql`lower(${label})`))
    .limit(limit)
    .offset(offset);
  return { items, total: await db.$count(cannedReasons) };
}

export async function createCannedReason(
  db: Db,
  form: BodyOf<typeof addCannedReason>,
  stamp: AdminStamp,
): Promise<CannedReason> {
  const stored = inTransaction(db, async (tx) => {
    await lockAdmin(tx, { id: stamp.actorId });
    const values = { label: form.label, text: form.text, createdAt: stamp.now };
    const reason = one(await tx.insert(cannedReasons).values(values).returning(columns));
    await recordAction(tx, stamp, { action: 'canned_reason.added', targetId: reason.id, after: form });
    return reason;
  });
  return withOwnLabel(stored);
}

/** Unchanged values are not logged. Rejects with `canned_reason_not_found` and `label_taken`. */
export async function changeCannedReason(
  db: Db,
  { id, form }: { id: string; form: BodyOf<typeof editCannedReason> },
  stamp: AdminStamp,
): Promise<CannedReason> {
  const stored = inTransaction(db, async (tx) => {
    await lockAdmin(tx, { id: stamp.actorId });
    const before = await lockReason(tx, id);
    const after = { label: form.label ?? before.label, text: form.text ?? before.text };
    const changed = differences({ ...before }, after);
    if (changed) {
      await tx.update(cannedReasons).set(after).where(eq(idColumn, id));
      await recordAction(tx, stamp, { action: 'canned_reason.edited', targetId: id, ...changed });
    }
    return { id, ...after };
  });
  return withOwnLabel(stored);
}

export async function deleteCannedReason(db: Db, id: string, stamp: AdminStamp): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockAdmin(tx, { id: stamp.actorId });
    const reason = await lockReason(tx, id);
    await tx.delete(cannedReasons).where(eq(idColumn, id));
    await recordAction(tx, stamp, {
      action: 'canned_reason.deleted',
      targetId: id,
      before: { label: reason.label, text: reason.text },
    });
  });
}
