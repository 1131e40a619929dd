import { hash, randomInt } from 'node:crypto';
import {
  RECOVERY_ALPHABET,
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODES,
} from '@zapdeck/contract/sign-in/factor-code';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { recoveryCodes } from '../../db/schema/totp.table.ts';

const GROUP = /.{4}(?=.)/g;

/** 80 random bits, so a fast hash is enough. */
function newCode(): string {
  const letters = Array.from({ length: RECOVERY_CODE_LENGTH }, () =>
    RECOVERY_ALPHABET.charAt(randomInt(RECOVERY_ALPHABET.length)),
  );
  return letters.join('');
}

const hashOfCode = (userId: string, code: string): string => hash('sha256', `${userId} ${code}`);

/** Replaces the codes. Returns the new ones in readable groups. */
export async function replaceRecoveryCodes(tx: Db, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, hash: hashOfCode(userId, code), createdAt: now })));
  return codes.map((code) => code.replace(GROUP, '$&-'));
}

/** Deletes the code. Returns false if it does not exist. */
export async function redeemRecoveryCode(tx: Db, userId: string, code: string): Promise<boolean> {
  const { rowCount } = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hashOfCode(userId, code))));
  return rowCount === 1;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
}
