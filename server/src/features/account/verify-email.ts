import type { BodyOf } from '@zapdeck/contract/wire/route';
import type { verifyEmail } from '@zapdeck/contract/accounts/account';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { revokeApiTokensOf } from '../../accounts/api-tokens.ts';
import { endOtherSessions } from '../../accounts/session-changes.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { removeFactorsOf } from '../factors/remove-factors.ts';
import { lockOwnerOfToken, mintToken } from '../auth/account-tokens.ts';

interface Opener {
  user: UserRow | null;
  sid: string | undefined;
  now: Date;
}

interface Confirmation {
  isConfirmed: boolean;
  passwordToken: string | null;
}

/** Confirms the address. From another browser, also removes password and factors. Rejects with `token_invalid`. */
export async function confirmEmail(
  db: Db,
  { token, keepPassword = false }: BodyOf<typeof verifyEmail>,
  { user, sid, now }: Opener,
): Promise<Confirmation> {
  return inTransaction(db, async (tx) => {
    const owner = await lockOwnerOfToken(tx, token, 'verify_email', now);
    if (owner.emailVerifiedAt !== null) return { isConfirmed: true, passwordToken: null };
    const isSame = user?.id === owner.id;
    if (!isSame && keepPassword) return { isConfirmed: false, passwordToken: null };
    await tx
      .update(users)
      .set({ emailVerifiedAt: now, updatedAt: now, ...(isSame ? {} : { passwordHash: null }) })
      .where(eq(users.id, owner.id));
    if (!isSame) await removeFactorsOf(tx, owner.id);
    await endOtherSessions(tx, owner.id, isSame ? sid : undefined);
    if (!isSame) await revokeApiTokensOf(tx, owner.id);
    const passwordToken = isSame ? null : await mintToken(tx, owner.id, 'reset_password', now);
    return { isConfirmed: true, passwordToken };
  });
}
