import type { FactorRequirement } from '@zapdeck/contract/sign-in/factor-requirement';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { users } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockAdmin } from '../../accounts/locks.ts';
import { Refusal } from '../../http/refusal.ts';
import type { AdminStamp } from '../audit-log/audit-log.ts';
import { readValues } from '../settings/settings.ts';
import { saveOwnField } from './instance.ts';
import { instanceKind } from '../settings/kinds.ts';

const countIf = (role: 'admin' | 'moderator') =>
  sql<number>`count(*) FILTER (WHERE ${users.role} = ${role})::int`;

export async function readFactorRequirement(db: Db): Promise<FactorRequirement> {
  const { requireFactor } = await readValues(db, instanceKind);
  const isWithout = and(ne(users.role, 'member'), eq(users.hasFactor, false), isNull(users.suspendedAt));
  const counts = one(
    await db
      .select({ adminsWithout: countIf('admin'), moderatorsWithout: countIf('moderator') })
      .from(users)
      .where(isWithout),
  );
  return { isRequired: requireFactor, ...counts };
}

interface Setting {
  isRequired: boolean;
  /** The session has a second factor. */
  hasFactor: boolean;
}

/** Rejects with `own_factor_needed` if an admin requires what the own session does not have. */
export async function saveFactorRequirement(
  db: Db,
  { isRequired, hasFactor }: Setting,
  stamp: AdminStamp,
): Promise<FactorRequirement> {
  return inTransaction(db, async (tx) => {
    await lockAdmin(tx, { id: stamp.actorId });
    if (isRequired && !hasFactor) throw new Refusal('own_factor_needed');
    await saveOwnField(tx, 'instance.factor', { requireFactor: isRequired }, stamp);
    return readFactorRequirement(tx);
  });
}
