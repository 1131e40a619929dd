import { createHmac } from 'node:crypto';
import { inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { secretKeyMark, totpSecrets } from '../../db/schema/totp.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';

/** Returns an identifier of the key that does not reveal it. */
export function markOf(secretKey: Buffer): string {
  return createHmac('sha256', secretKey).update('mark').digest('hex');
}

/** Returns true if the database uses this key or none. */
export async function isKeyOfDatabase(db: Db, secretKey: Buffer): Promise<boolean> {
  const [stored] = await db.select({ mark: secretKeyMark.mark }).from(secretKeyMark);
  return stored === undefined || stored.mark === markOf(secretKey);
}

/** Assigns the key to the database if it has none. Returns false if it has another one. */
export async function claimDatabase(tx: Db, secretKey: Buffer): Promise<boolean> {
  await tx
    .insert(secretKeyMark)
    .values({ mark: markOf(secretKey) })
    .onConflictDoNothing();
  return isKeyOfDatabase(tx, secretKey);
}

/** Replaces another key, if any, and returns the number of authenticator apps that stop working. */
export async function adoptKey(db: Db, secretKey: Buffer): Promise<number | undefined> {
  const mark = markOf(secretKey);
  return inTransaction(db, async (tx) => {
    const { rowCount } = await tx.update(secretKeyMark).set({ mark }).where(ne(secretKeyMark.mark, mark));
    if (!rowCount) return undefined;
    const owners = tx.select({ id: totpSecrets.userId }).from(totpSecrets);
    await tx
      .update(users)
      .set({ hasFactor: sql`has_factor(${users.id})` })
      .where(inArray(users.id, owners));
    return tx.$count(totpSecrets, ne(totpSecrets.keyMark, mark));
  });
}
