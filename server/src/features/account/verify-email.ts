import { eq } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { endOtherSessions } from '../../http/session-changes.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { mintToken, redeemToken } from '../auth/account-tokens.ts';

/** Who opens the link: the person of this browser's session, where it has one. */
interface Opener {
  user: UserRow | null;
  sid: string | undefined;
  now: Date;
}

/**
 * Notes that the address belongs to the person who was sent the link, and ends every session of the account but theirs.
 * Whoever signed up may have typed somebody else's address: unless the link is opened in a session of the account, which
 * shows that both are one person, the password goes too, and a token to choose another is returned. Refuses with
 * `token_invalid`.
 */
export async function confirmEmail(
  db: Db,
  token: string,
  { user, sid, now }: Opener,
): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    const userId = await redeemToken(tx, token, 'verify_email', now);
    const owner = one(await tx.select().from(users).where(eq(users.id, userId)));
    // Whoever showed it before, by a link to a new password say, is not thrown out again.
    if (owner.emailVerifiedAt !== null) return null;
    const isSame = user?.id === userId;
    const kept = isSame ? {} : { passwordHash: null };
    await tx
      .update(users)
      .set({ emailVerifiedAt: now, updatedAt: now, ...kept })
      .where(eq(users.id, userId));
    await endOtherSessions(tx, userId, isSame ? sid : undefined);
    return isSame ? null : mintToken(tx, userId, 'reset_password', now);
  });
}
