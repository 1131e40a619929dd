import { and, eq, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Db } from '../../db/client.ts';
import { totpSecrets } from '../../db/schema/totp.table.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/refusal.ts';
import { seal, unseal } from './seal.ts';
import { claimDatabase, isKeyOfDatabase, markOf } from './secret-key-mark.ts';

/** Number of 30-second steps by which a phone's clock may differ. */
const SKEW_STEPS = 1;

interface Authenticator {
  secret: string;
  confirmedAt: Date;
}

const totpContextOf = (userId: string) => `totp ${userId}`;

/** Encrypts the secret for this user. */
export const sealSecret = (secretKey: Buffer, userId: string, secret: string): Buffer =>
  seal(secretKey, totpContextOf(userId), secret);

/** Returns the time step of the code, or null if it is not a current code. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    window: SKEW_STEPS,
    timestamp,
  });
  return delta === null ? null : TOTP.counter({ timestamp }) + delta;
}

/** Returns null without an app or its key. Rejects with `unavailable` if this node has another key than the database. */
export async function findAuthenticator(
  db: Db,
  { secretKey }: Pick<Deps, 'secretKey'>,
  userId: string,
): Promise<Authenticator | null> {
  const [row] = await db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId));
  if (!row) return null;
  const secret = unseal(secretKey, totpContextOf(userId), row.secret);
  if (secret !== null) return { secret, confirmedAt: row.confirmedAt };
  if (!(await isKeyOfDatabase(db, secretKey))) throw new Refusal('unavailable');
  return null;
}

interface NewAuthenticator {
  userId: string;
  secret: string;
  step: number;
  now: Date;
}

/** Stores an app. Replaces one whose key is lost. Lock the user first. Rejects with `totp_on` or `unavailable`. */
export async function storeAuthenticator(
  tx: Db,
  { secretKey }: Pick<Deps, 'secretKey'>,
  { userId, secret, step, now }: NewAuthenticator,
): Promise<void> {
  if (!(await claimDatabase(tx, secretKey))) throw new Refusal('unavailable');
  if (await findAuthenticator(tx, { secretKey }, userId)) throw new Refusal('totp_on');
  await removeAuthenticator(tx, userId);
  await tx.insert(totpSecrets).values({
    userId,
    secret: sealSecret(secretKey, userId, secret),
    keyMark: markOf(secretKey),
    confirmedAt: now,
    lastStep: step,
  });
}

/** Removes the app and its recovery codes. Returns false without an app. */
export async function removeAuthenticator(tx: Db, userId: string): Promise<boolean> {
  const { rowCount } = await tx.delete(totpSecrets).where(eq(totpSecrets.userId, userId));
  return rowCount === 1;
}

/** Returns false if a code of this or a later step was already accepted on any node. */
export async function acceptStep(tx: Db, userId: string, step: number): Promise<boolean> {
  const { rowCount } = await tx
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(and(eq(totpSecrets.userId, userId), lt(totpSecrets.lastStep, step)));
  return rowCount === 1;
}
