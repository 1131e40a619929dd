import { RECOVERY_CODE_LENGTH } from '@zapdeck/contract/sign-in/factor-code';
import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { acceptStep, findAuthenticator, stepOf } from './authenticator.ts';
import { redeemRecoveryCode } from './recovery-codes.ts';

interface TypedCode {
  userId: string;
  code: string;
}

export const isRecoveryCode = (code: string): boolean => code.length === RECOVERY_CODE_LENGTH;

/** Accepts each code once. Returns its kind, or null for a wrong or used code. */
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
