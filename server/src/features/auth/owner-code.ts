import type { LoginForm } from '@zapdeck/contract/sign-in/auth';
import { errorCatalogue } from '@zapdeck/contract/wire/errors';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../db/client.ts';
import type { UserRow } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { type Client, recordSecurityEvent } from '../../accounts/security-events.ts';
import { Refusal } from '../../http/refusal.ts';
import { findAuthenticator } from '../factors/authenticator.ts';
import { isRecoveryCode, redeemCode } from '../factors/redeem-code.ts';
import { type Guesser, guesserAt, guessesOfCode } from './guesses.ts';
import { securityMails } from './security-mails.ts';
import { type SignInAttempt, warnOwner } from './sign-in-limits.ts';

export const WRONG_CODE = errorCatalogue.wrong_code.message;

type CodeDeps = Pick<Deps, 'secretKey' | 'jobs'>;

interface CodeAttempt {
  succeed: () => Promise<void>;
  fail: (wrong: Refusal) => Refusal;
}

interface CountedCode {
  user: UserRow;
  code: string;
  guesser: Guesser;
  now: Date;
}

/**
 * Counts an attempt. Call it before `redeemOwnerCode`, outside of its transaction. Rejects with 429 after ten wrong codes
 * in an hour, except for a right recovery code, which cannot be guessed. Mails the owner when a shared count is used up.
 */
export async function countOwnerCode(
  { db, rateLimits, jobs, background }: Pick<Deps, 'db' | 'rateLimits' | 'jobs' | 'background'>,
  { user, code, guesser, now }: CountedCode,
): Promise<CodeAttempt> {
  const counts = guessesOfCode(guesser, user.id);
  const warn = async () => {
    const ofAccount = counts.at(-1);
    if ('session' in guesser || !ofAccount || (await rateLimits.hasLeft(...ofAccount))) return;
    await warnOwner(db, { jobs }, { owner: user, knows: 'password', now });
  };
  const attempt = {
    async succeed() {
      for (const count of counts) await rateLimits.refund(...count);
    },
  };
  const fail = (refusal: Refusal) => {
    background.start(warn);
    return refusal;
  };
  try {
    for (const count of counts) await rateLimits.consume(...count);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!isRecoveryCode(code)) throw fail(error);
    return { ...attempt, fail: () => fail(error) };
  }
  return { ...attempt, fail };
}

interface OwnerCode {
  userId: string;
  code: string;
  request: Client;
  now: Date;
}

/** Accepts each code once and returns false otherwise. Mails the owner about a recovery code. Lock the user first. */
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

interface SignInCode {
  /** Lock the user first. Rejects with `code_needed` for a wrong or used code, or with 429. */
  use: (tx: Db) => Promise<void>;
  succeed: () => Promise<void>;
}

interface Asking {
  user: UserRow;
  form: LoginForm;
  attempt: SignInAttempt;
  request: FastifyRequest;
  now: Date;
}

/** Returns null without an authenticator app. Rejects with `code_needed` without a code, or with 429. */
export async function askForCode(
  db: Db,
  deps: CodeDeps & Pick<Deps, 'db' | 'rateLimits' | 'background' | 'cookie'>,
  { user, form: { code }, attempt, request, now }: Asking,
): Promise<SignInCode | null> {
  if (!(await findAuthenticator(db, deps, user.id))) return null;
  if (code === undefined) {
    await attempt.succeed();
    throw new Refusal('code_needed');
  }
  const guesser = guesserAt(request, user, { isSecure: deps.cookie.isSecure, now });
  const { succeed, fail } = await countOwnerCode(deps, { user, code, guesser, now });
  return {
    succeed,
    async use(tx) {
      if (!(await redeemOwnerCode(tx, deps, { userId: user.id, code, request, now })))
        throw fail(new Refusal('code_needed', { fields: { code: WRONG_CODE } }));
    },
  };
}
