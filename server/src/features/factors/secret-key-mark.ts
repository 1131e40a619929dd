import { createHmac } from 'node:crypto';
import { ne } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { secretKeyMark, totpSecrets } from '../../db/schema/totp.table.ts';

/** Identifies the key without revealing it. */
function markOf(secretKey: Buffer): string {
  return createHmac('sha256', secretKey).update('mark').digest('hex');
}

/** Returns true if the database has been encrypted with this key, or with none. */
export async function isKeyOfDatabase(db: Db, secretKey: Buffer): Promise<boolean> {
  const [stored] = await db.select({ mark: secretKeyMark.mark }).from(secretKeyMark);
  return stored === undefined || stored.mark === markOf(secretKey);
}

/** Makes the key the one of the database if there is none. Returns false if there is another one. */
export async function claimDatabase(tx: Db, secretKey: Buffer): Promise<boolean> {
  await tx
    .insert(secretKeyMark)
    .values({ mark: markOf(secretKey) })
    .onConflictDoNothing();
  return isKeyOfDatabase(tx, secretKey);
}

/** Replaces another key. Returns the number of authenticator apps that it had encrypted; undefined if there was no other key. */
export async function adoptKey(db: Db, secretKey: Buffer): Promise<number | undefined> {
  const mark = markOf(secretKey);
  const { rowCount } = await db.update(secretKeyMark).set({ mark }).where(ne(secretKeyMark.mark, mark));
  return rowCount ? db.$count(totpSecrets) : undefined;
}
