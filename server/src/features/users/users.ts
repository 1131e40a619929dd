import { ZAP_STEP_MAX } from '@zapdeck/contract/users';
import { eq, sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { users } from '../../db/schema/users.table.ts';

/** Takes over the zap count that a client reports, as `nextZapCount` of the contract allows; returns what is stored. */
export async function reportZapCount(
  db: Db,
  userId: string,
  reported: number,
): Promise<{ zapCount: number }> {
  // bigint, because the step may lead beyond what the column holds before it is cut back to what was reported.
  const next = sql`LEAST(GREATEST(${users.zapCount}, ${reported}), ${users.zapCount}::bigint + ${ZAP_STEP_MAX})`;
  return one(
    await db
      .update(users)
      .set({ zapCount: next })
      .where(eq(users.id, userId))
      .returning({ zapCount: users.zapCount }),
  );
}
