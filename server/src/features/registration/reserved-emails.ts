import { message } from '@zapdeck/contract/wire/message';
import { and, eq, gt, ne } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { previousEmails } from '../../db/schema/email-changes.table.ts';
import { Refusal } from '../../http/refusal.ts';

/** Returns the refusal for an address of another account. */
export const emailTaken = () =>
  new Refusal('email_taken', { fields: { email: message('An account with this email already exists.') } });

interface Claim {
  email: string;
  userId: string;
  now: Date;
}

/** SQL condition: the address is reserved for another account, which can still go back to it. */
export const isReserved = ({ email, userId, now }: Claim) =>
  and(
    eq(previousEmails.email, email),
    ne(previousEmails.userId, userId),
    gt(previousEmails.undoableUntil, now),
  );

/** Rejects with `email_taken` if another account has the address. Write the user's row first, to see a released one. */
export async function requireUnreserved(tx: Db, claim: Claim): Promise<void> {
  const [reserved] = await tx
    .select({ id: previousEmails.id })
    .from(previousEmails)
    .where(isReserved(claim))
    .limit(1);
  if (reserved) throw emailTaken();
}
