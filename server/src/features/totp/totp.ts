import { message } from '@zapdeck/contract/wire/message';
import type { BodyOf, ResponseOf } from '@zapdeck/contract/wire/route';
import type * as contract from '@zapdeck/contract/sign-in/totp';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { lockMemberIn } from '../../accounts/locks.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Client, recordSecurityEvent } from '../../accounts/security-events.ts';
import { forgetRemovedFactor, storeProof } from '../../accounts/session-changes.ts';
import { securityMails } from '../auth/security-mails.ts';
import {
  findAuthenticator,
  removeAuthenticator,
  stepOf,
  storeAuthenticator,
} from '../factors/authenticator.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from '../factors/recovery-codes.ts';
import { openSetup } from './setup.ts';

type TotpDeps = Pick<Deps, 'secretKey' | 'jobs'>;

interface TotpOwner {
  userId: string;
  sid: string;
  request: Client;
  now: Date;
}

type TotpEvent = 'totp_on' | 'totp_off' | 'recovery_codes_renewed';

async function recordTotpChange(
  tx: Db,
  { jobs }: TotpDeps,
  { userId, request, now }: TotpOwner,
  event: TotpEvent,
): Promise<void> {
  await recordSecurityEvent(tx, { userId, event, request, now });
  await jobs.enqueue(tx, securityMails, { event, userId, at: now.toISOString() });
}

export async function readTotpStatus(
  db: Db,
  deps: TotpDeps,
  userId: string,
): Promise<ResponseOf<typeof contract.totpStatus>> {
  const authenticator = await findAuthenticator(db, deps, userId);
  return {
    since: authenticator?.confirmedAt.toISOString() ?? null,
    recoveryCodesLeft: authenticator ? await countRecoveryCodes(db, userId) : 0,
  };
}

/** Turns codes on and returns recovery codes. Rejects with `wrong_code`, `totp_on` or `totp_setup_expired`. */
export async function turnOnTotp(
  db: Db,
  deps: TotpDeps,
  owner: TotpOwner,
  { setup, code }: BodyOf<typeof contract.turnOnTotp>,
): Promise<string[]> {
  const { userId, sid, now } = owner;
  const secret = openSetup(deps, setup, owner);
  const step = stepOf(secret, code, now);
  if (step === null)
    throw new Refusal('wrong_code', {
      fields: {
        code: message('That code is not right. Check the clock of your phone, and try the next code.'),
      },
    });
  return inTransaction(db, async (tx) => {
    await lockMemberIn(tx, owner);
    await storeAuthenticator(tx, deps, { userId, secret, step, now });
    await storeProof(tx, sid, { provedAt: now, hasFactor: true });
    await recordTotpChange(tx, deps, owner, 'totp_on');
    return replaceRecoveryCodes(tx, userId, now);
  });
}

/** Removes the authenticator app, if there is one. */
export async function turnOffTotp(db: Db, deps: TotpDeps, owner: TotpOwner): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockMemberIn(tx, owner);
    if (!(await removeAuthenticator(tx, owner.userId))) return;
    await forgetRemovedFactor(tx, owner.userId, owner.sid);
    await recordTotpChange(tx, deps, owner, 'totp_off');
  });
}

/** Replaces the recovery codes and returns the new ones. Rejects with `totp_off`. */
export async function renewRecoveryCodes(db: Db, deps: TotpDeps, owner: TotpOwner): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    await lockMemberIn(tx, owner);
    if (!(await findAuthenticator(tx, deps, owner.userId))) throw new Refusal('totp_off');
    await recordTotpChange(tx, deps, owner, 'recovery_codes_renewed');
    return replaceRecoveryCodes(tx, owner.userId, owner.now);
  });
}
