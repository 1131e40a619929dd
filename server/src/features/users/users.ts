import type { BodyOf } from '@zapdeck/contract/wire/route';
import { type reportZapCount as reportZapCountRoute, ZAP_STEP_MAX } from '@zapdeck/contract/accounts/users';
import { eq, sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { users } from '../../db/schema/users.table.ts';
import { refuseForeign } from '../../accounts/admission.ts';

export async function reportZapCount(
  db: Db,
  userId: string,
  sent: BodyOf<typeof reportZapCountRoute>,
): Promise<{ zapCount: number }> {
  refuseForeign(sent, userId);
  // bigint, because the sum may overflow before LEAST applies.
  const next = sql`LEAST(GREATEST(${users.zapCount}, ${sent.zapCount}), ${users.zapCount}::bigint + ${ZAP_STEP_MAX})`;
  return one(
    await db
      .update(users)
      .set({ zapCount: next })
      .where(eq(users.id, userId))
      .returning({ zapCount: users.zapCount }),
  );
}
