import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { passkeys } from '../../db/schema/passkeys.table.ts';
import { removeAuthenticator } from './authenticator.ts';

/** Removes passkeys, the authenticator app and its recovery codes. The caller locks the user, and ends the sessions. Sends no mail. */
export async function removeFactorsOf(tx: Db, userId: string): Promise<void> {
  await removeAuthenticator(tx, userId);
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
}
