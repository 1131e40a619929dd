import { hash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { PASSKEY_TIMEOUT_MS } from '@zapdeck/contract/sign-in/passkeys';
import { and, eq, gt } from 'drizzle-orm';
import { passkeyChallenges, type PasskeyRow } from '../../db/schema/passkeys.table.ts';
import type { Db } from '../../db/client.ts';
import { Refusal } from '../../http/refusal.ts';
import { seal, unseal } from '../factors/seal.ts';

export const descriptorsOf = (rows: readonly Pick<PasskeyRow, 'credentialId' | 'transports'>[]) =>
  rows.map(({ credentialId, transports }) => ({ id: credentialId, type: 'public-key' as const, transports }));

/** Returns the user handle: the id in bytes. Devices store it and send it at sign-in. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
}

const CHALLENGE_BYTES = 32;
const SIGN_IN = 'passkey sign-in';

export interface ChallengeUse {
  purpose: 'enrol' | 'prove';
  sid: string;
  now: Date;
}

const hashOfChallenge = (challenge: string) => hash('sha256', challenge);

/** Stores and returns a challenge. Replaces the previous one of the session. */
export async function issueChallenge(db: Db, { now, ...asked }: ChallengeUse): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
  const expiresAt = new Date(now.getTime() + PASSKEY_TIMEOUT_MS);
  const issued = { hash: hashOfChallenge(challenge), createdAt: now, expiresAt };
  await db
    .insert(passkeyChallenges)
    .values({ ...asked, ...issued })
    .onConflictDoUpdate({ target: [passkeyChallenges.sid, passkeyChallenges.purpose], set: issued });
  return challenge;
}

/** Returns a challenge for a sign-in. Stores nothing, because anyone can request one. */
export function issueSignInChallenge(secretKey: Buffer, now: Date): string {
  return seal(secretKey, SIGN_IN, String(now.getTime() + PASSKEY_TIMEOUT_MS)).toString('base64url');
}

const ClientData = z.object({ challenge: z.string() });

/** Returns the challenge that a device claims to have signed. Rejects with `passkey_refused`. */
export function challengeIn(clientDataJSON: string): string {
  try {
    const json = Buffer.from(clientDataJSON, 'base64url').toString();
    return ClientData.parse(JSON.parse(json)).challenge;
  } catch {
    throw new Refusal('passkey_refused');
  }
}

/** Deletes the challenge, so that it counts once. Rejects with `passkey_expired`. */
export async function consumeChallenge(
  db: Db,
  challenge: string,
  { purpose, sid, now }: ChallengeUse,
): Promise<void> {
  const [taken] = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.hash, hashOfChallenge(challenge)),
        eq(passkeyChallenges.purpose, purpose),
        eq(passkeyChallenges.sid, sid),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ hash: passkeyChallenges.hash });
  if (!taken) throw new Refusal('passkey_expired');
}

/** Returns the expiry of a sign-in challenge. Rejects with `passkey_expired`. */
export function endOfSignInChallenge(secretKey: Buffer, challenge: string, now: Date): Date {
  const end = Number(unseal(secretKey, SIGN_IN, Buffer.from(challenge, 'base64url')));
  if (!(end > now.getTime())) throw new Refusal('passkey_expired');
  return new Date(end);
}

/** Marks a challenge as used. Call it once the answer is verified. Rejects a second answer with `passkey_expired`. */
export async function useSignInChallenge(
  db: Db,
  challenge: string,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<void> {
  const used = {
    hash: hashOfChallenge(challenge),
    purpose: 'sign_in',
    sid: null,
    createdAt: now,
    expiresAt,
  } as const;
  const { rowCount } = await db.insert(passkeyChallenges).values(used).onConflictDoNothing();
  if (rowCount !== 1) throw new Refusal('passkey_expired');
}
