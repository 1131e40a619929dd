import type { BodyOf } from '@zapdeck/contract/route';
import { type reportZapCount as reportZapCountRoute, ZAP_STEP_MAX } from '@zapdeck/contract/users';
import { eq, sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { users } from '../../db/schema/users.table.ts';
import { refuseForeign } from '../../http/refuse-foreign.ts';

/** Takes over the zap count that a client reports, as `nextZapCount` of the contract allows; returns what is stored. */
export async function reportZapCount(
  db: Db,
  userId: string,
  sent: BodyOf<typeof reportZapCountRoute>,
): Promise<{ zapCount: number }> {
  refuseForeign(sent, userId);
  // bigint, because the step may lead beyond what the column holds before it is cut back to what was reported.
  const next = sql`LEAST(GREATEST(${users.zapCount}, ${sent.zapCount}), ${users.zapCount}::bigint + ${ZAP_STEP_MAX})`;
  return one(
    await db
      .update(users)
      .set({ zapCount: next })
      .where(eq(users.id, userId))
      .returning({ zapCount: users.zapCount }),
  );
}
