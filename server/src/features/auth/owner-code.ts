import type { LoginForm } from '@zapdeck/contract/auth';
import { errorCatalogue } from '@zapdeck/contract/errors';
import type { Db } from '../../db/client.ts';
import type { UserRow } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { type Client, recordSecurityEvent } from '../../http/security-events.ts';
import { Refusal } from '../../http/refusal.ts';
import { findAuthenticator } from '../factors/authenticator.ts';
import { type CodeAttempt, countCode, redeemCode } from '../factors/redeem-code.ts';
import { securityMails } from './security-mails.ts';
import { type SignInAttempt, warnOwner } from './sign-in-limits.ts';

export const WRONG_CODE = errorCatalogue.wrong_code.message;

type CodeDeps = Pick<Deps, 'secretKey' | 'rateLimits' | 'jobs'>;

/** Counts the attempt like `countCode`. After too many, the owner gets a mail. */
export async function countOwnerCode(
  db: Db,
  deps: CodeDeps,
  { user, code, now }: { user: UserRow; code: string; now: Date },
): Promise<CodeAttempt> {
  try {
    return await countCode(deps, { userId: user.id, code });
  } catch (error) {
    await warnOwner(db, deps, user, now);
    throw error;
  }
}

interface OwnerCode {
  userId: string;
  code: string;
  request: Client;
  now: Date;
}

/**
 * Accepts each code once. Records a recovery code and mails the owner. Call it with the user locked. Returns false for a wrong or
 * used code.
 */
export async function redeemOwnerCode(
  tx: Db,
  deps: CodeDeps,
  { userId, code, request, now }: OwnerCode,
): Promise<boolean> {
  const redeemed = await redeemCode(tx, deps, { userId, code }, now);
  if (redeemed === 'recovery') {
    const event = 'recovery_code_used';
    await recordSecurityEvent(tx, { userId, event, request, now });
    await deps.jobs.enqueue(tx, securityMails, { event, userId, at: now.toISOString() });
  }
  return redeemed !== null;
}

export interface SignInCode {
  /** Call it with the user locked. Rejects with `code_needed` for a wrong or used code. */
  use: (tx: Db) => Promise<void>;
  /** Uncounts the attempt, after the sign-in. */
  succeed: () => Promise<void>;
}

interface Asking {
  /** Has proved the password. */
  user: UserRow;
  form: LoginForm;
  attempt: SignInAttempt;
  request: Client;
  now: Date;
}

/** Returns null if the account has no authenticator app. Rejects with `code_needed` without a code, and with 429. */
export async function askForCode(
  db: Db,
  deps: CodeDeps,
  { user, form: { code }, attempt, request, now }: Asking,
): Promise<SignInCode | null> {
  if (!(await findAuthenticator(db, deps, user.id))) return null;
  if (code === undefined) {
    await attempt.succeed();
    throw new Refusal('code_needed');
  }
  const { succeed } = await countOwnerCode(db, deps, { user, code, now });
  return {
    succeed,
    async use(tx) {
      if (!(await redeemOwnerCode(tx, deps, { userId: user.id, code, request, now })))
        throw new Refusal('code_needed', { fields: { code: WRONG_CODE } });
    },
  };
}
