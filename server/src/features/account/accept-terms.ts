import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { Refusal } from '../../http/refusal.ts';

interface Consent {
  termsVersion: number;
  inForce: number | null;
  now: Date;
}

/** Stores the first consent to the terms. Rejects with `terms_required` if `inForce` is another version. */
export async function acceptTerms(
  db: Db,
  user: UserRow,
  { termsVersion, inForce, now }: Consent,
): Promise<UserRow> {
  if (inForce === null) return user;
  if (termsVersion !== inForce) throw new Refusal('terms_required');
  const isOlder = or(isNull(users.termsVersion), lt(users.termsVersion, termsVersion));
  const [stored] = await db
    .update(users)
    .set({ termsVersion, termsAcceptedAt: now })
    .where(and(eq(users.id, user.id), isOlder))
    .returning();
  // Another tab has stored the consent.
  return stored ?? { ...user, termsVersion };
}
