import { hash, randomBytes } from 'node:crypto';
import { PASSKEY_TIMEOUT_MS } from '@zapdeck/contract/passkeys';
import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '../../db/client.ts';
import { passkeyChallenges } from '../../db/schema/passkeys.table.ts';
import { Refusal } from '../../http/refusal.ts';

const CHALLENGE_BYTES = 32;

/** A sign-in has no session. Other answers count for the session that asked only. */
export type Asked =
  | { purpose: 'sign_in'; sid: null; now: Date }
  | { purpose: 'enrol' | 'prove'; sid: string; now: Date };

const hashOf = (challenge: string) => hash('sha256', challenge);

/** Stores a challenge and returns it. It replaces the previous one of the session. */
export async function issueChallenge(db: Db, { now, ...asked }: Asked): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
  const expiresAt = new Date(now.getTime() + PASSKEY_TIMEOUT_MS);
  const issued = { hash: hashOf(challenge), createdAt: now, expiresAt };
  await db
    .insert(passkeyChallenges)
    .values({ ...asked, ...issued })
    .onConflictDoUpdate({ target: [passkeyChallenges.sid, passkeyChallenges.purpose], set: issued });
  return challenge;
}

const ClientData = z.object({ challenge: z.string() });

/** Returns the challenge that a device says it has signed; undefined if the data is not readable. */
function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const json = Buffer.from(clientDataJSON, 'base64url').toString();
    return ClientData.parse(JSON.parse(json)).challenge;
  } catch {
    return undefined;
  }
}

/** Deletes the challenge and returns it, so that it counts once. Rejects with `passkey_expired`. */
export async function consumeChallenge(
  db: Db,
  clientDataJSON: string,
  { purpose, sid, now }: Asked,
): Promise<string> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === undefined) throw new Refusal('passkey_refused');
  const [taken] = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.hash, hashOf(challenge)),
        eq(passkeyChallenges.purpose, purpose),
        sid === null ? isNull(passkeyChallenges.sid) : eq(passkeyChallenges.sid, sid),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ hash: passkeyChallenges.hash });
  if (!taken) throw new Refusal('passkey_expired');
  return challenge;
}

export async function purgeChallenges(db: Db, now: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now));
}
