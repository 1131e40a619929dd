import { eq } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import { type Db, one } from '../../db/client.ts';
import { passkeys } from '../../db/schema/passkeys.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { Refusal } from '../../http/refusal.ts';
import { removeAuthenticator } from './authenticator.ts';
import { passkeyObstacle } from './relying-party.ts';

/** Removes passkeys, the authenticator app and recovery codes. Lock the user first, and end the sessions. Sends no mail. */
export async function removeFactorsOf(tx: Db, userId: string): Promise<void> {
  await removeAuthenticator(tx, userId);
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
}

/** Rejects with `last_way_in` if no password, passkey or identity is left. Call it in the transaction of the removal. */
export async function requireWayIn(
  tx: Db,
  { providers, publicUrl }: Pick<Config, 'providers' | 'publicUrl'>,
  userId: string,
): Promise<void> {
  const user = one(await tx.select().from(users).where(eq(users.id, userId)));
  const hasGoogle = user.googleId !== null && providers.google !== undefined;
  const hasPlatform = user.platformId !== null && providers.platform !== undefined;
  if (user.passwordHash !== null || hasGoogle || hasPlatform) return;
  const hasPasskey = (await tx.$count(passkeys, eq(passkeys.userId, userId))) > 0;
  if (!hasPasskey || passkeyObstacle(publicUrl) !== null) throw new Refusal('last_way_in');
}
