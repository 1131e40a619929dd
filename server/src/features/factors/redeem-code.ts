import { RECOVERY_CODE_LENGTH } from '@zapdeck/contract/factor-code';
import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { Limit } from '../../http/rate-limit.ts';
import { acceptStep, findAuthenticator, stepOf } from './authenticator.ts';
import { redeemRecoveryCode } from './recovery-codes.ts';

/** Wrong codes of an account from all networks. Three of a million codes are valid at a time. */
const wrongCodes: Limit = { calls: 10, seconds: 3_600 };

export interface TypedCode {
  userId: string;
  code: string;
}

export interface CodeAttempt {
  /** Uncounts the attempt: the code was right. */
  succeed: () => Promise<void>;
}

const isRecoveryCode = (code: string) => code.length === RECOVERY_CODE_LENGTH;

/** Call it before `redeemCode`, outside of its transaction. Recovery codes cannot be guessed and still work. Rejects with 429. */
export async function countCode(
  { rateLimits }: Pick<Deps, 'rateLimits'>,
  { userId, code }: TypedCode,
): Promise<CodeAttempt> {
  if (isRecoveryCode(code)) return { succeed: async () => {} };
  await rateLimits.consume('factor-code', userId, wrongCodes);
  return { succeed: () => rateLimits.refund('factor-code', userId, wrongCodes) };
}

/** Accepts each code once. Returns how it was accepted; null for a wrong or used code. */
export async function redeemCode(
  tx: Db,
  deps: Pick<Deps, 'secretKey'>,
  { userId, code }: TypedCode,
  now: Date,
): Promise<'app' | 'recovery' | null> {
  if (isRecoveryCode(code)) return (await redeemRecoveryCode(tx, userId, code)) ? 'recovery' : null;
  const authenticator = await findAuthenticator(tx, deps, userId);
  const step = authenticator && stepOf(authenticator.secret, code, now);
  return step !== null && (await acceptStep(tx, userId, step)) ? 'app' : null;
}
