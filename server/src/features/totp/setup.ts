import type { startTotp as startTotpRoute } from '@zapdeck/contract/sign-in/totp';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { Secret, TOTP } from 'otpauth';
import type { Db } from '../../db/client.ts';
import type { UserRow } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/refusal.ts';
import { findAuthenticator } from '../factors/authenticator.ts';
import { seal, unseal } from '../factors/seal.ts';

const SETUP_LASTS_MS = 15 * 60_000;

const setupContextOf = (userId: string) => `totp setup ${userId}`;

interface Setup {
  userId: string;
  now: Date;
}

/** Encrypts a new secret for this user until its setup is confirmed. */
export function sealSetup(secretKey: Buffer, secret: string, { userId, now }: Setup): string {
  const expiresAt = now.getTime() + SETUP_LASTS_MS;
  return seal(secretKey, setupContextOf(userId), `${secret} ${expiresAt}`).toString('base64url');
}

/** Returns the secret of the user's setup. Rejects with `totp_setup_expired`. */
export function openSetup(
  { secretKey }: Pick<Deps, 'secretKey'>,
  setup: string,
  { userId, now }: Setup,
): string {
  const opened = unseal(secretKey, setupContextOf(userId), Buffer.from(setup, 'base64url'));
  const [secret, expiresAt] = opened?.split(' ') ?? [];
  if (secret === undefined || !(Number(expiresAt) > now.getTime())) throw new Refusal('totp_setup_expired');
  return secret;
}

/** Returns a new secret. Stores nothing, so that tabs do not interfere. Rejects with `totp_on`. */
export async function startTotp(
  db: Db,
  { secretKey, instance }: Pick<Deps, 'secretKey' | 'instance'>,
  user: UserRow,
  now: Date,
): Promise<ResponseOf<typeof startTotpRoute>> {
  if (await findAuthenticator(db, { secretKey }, user.id)) throw new Refusal('totp_on');
  const secret = new Secret();
  return {
    secret: secret.base32,
    // A colon separates the issuer from the account.
    uri: new TOTP({
      issuer: instance().name.replaceAll(':', ' '),
      label: user.email ?? '',
      secret,
    }).toString(),
    setup: sealSetup(secretKey, secret.base32, { userId: user.id, now }),
  };
}
