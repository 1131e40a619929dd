import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { users } from '../users/users.table.ts';
import { redeemToken } from './account-tokens.ts';

/** Notes that the address belongs to the person who was sent the link. Refuses with `token_invalid`. */
export async function confirmEmail(db: Db, token: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const userId = await redeemToken(tx, token, 'verify_email', now);
    await tx.update(users).set({ emailVerifiedAt: now, updatedAt: now }).where(eq(users.id, userId));
  });
}
