import {
  type enrolmentOptions as optionsRoute,
  type enrolPasskey as enrolRoute,
  type Passkey,
  PASSKEY_TIMEOUT_MS,
  PASSKEYS_MAX,
} from '@zapdeck/contract/sign-in/passkeys';
import type { BodyOf, ResponseOf } from '@zapdeck/contract/wire/route';
import { and, asc, count, eq } from 'drizzle-orm';
import { newId } from '../../db/columns.ts';
import { type Db, one } from '../../db/client.ts';
import { isUniqueViolation } from '../../db/constraints.ts';
import { type PasskeyRow, passkeys } from '../../db/schema/passkeys.table.ts';
import type { UserRow } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { lockMemberIn } from '../../accounts/locks.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Client, recordSecurityEvent } from '../../accounts/security-events.ts';
import { forgetRemovedFactor, storeProof } from '../../accounts/session-changes.ts';
import { securityMails } from '../auth/security-mails.ts';
import { challengeIn, consumeChallenge, descriptorsOf, issueChallenge, userHandleOf } from './challenges.ts';
import { passkeyObstacle, type RelyingParty, relyingParty } from '../factors/relying-party.ts';
import { findAuthenticator } from '../factors/authenticator.ts';
import { requireWayIn } from '../factors/remove-factors.ts';

/** COSE numbers of Ed25519, ES256 and RS256. Every device supports at least one. */
const ALGORITHMS = [-8, -7, -257];

type Attestation = BodyOf<typeof enrolRoute>;
type Verified = Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isSynced'>;

interface Enrolment {
  user: UserRow;
  sid: string;
  request: Client;
  now: Date;
}

/** Returns options to create a passkey. Rejects with `passkeys_unavailable` or `passkeys_full`. */
export async function enrolmentOptions(
  db: Db,
  { config, instance }: Pick<Deps, 'config' | 'instance'>,
  { user, sid, now }: Omit<Enrolment, 'request'>,
): Promise<ResponseOf<typeof optionsRoute>> {
  const { rpId } = relyingParty(config.publicUrl);
  const known = await db.select().from(passkeys).where(eq(passkeys.userId, user.id));
  if (known.length >= PASSKEYS_MAX) throw new Refusal('passkeys_full');
  const name = user.email ?? '';
  return {
    challenge: await issueChallenge(db, { purpose: 'enrol', sid, now }),
    rp: { id: rpId, name: instance().name },
    user: { id: userHandleOf(user.id), name, displayName: user.firstName ?? name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: PASSKEY_TIMEOUT_MS,
    excludeCredentials: descriptorsOf(known),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}

async function verifyAttestation(
  { rpId, origin }: RelyingParty,
  answer: Attestation,
  challenge: string,
): Promise<Verified> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const { transports = [], ...response } = answer.response;
  try {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
    // No certificates are requested. Checking one could fetch an address from it.
    if (attestation.get('attStmt').get('x5c') !== undefined) throw new Error('A certificate was sent');
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!registrationInfo) throw new Error('The attestation is not valid');
    const { credential, credentialDeviceType } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports,
      isSynced: credentialDeviceType === 'multiDevice',
    };
  } catch (error) {
    throw new Refusal('passkey_refused', { cause: error });
  }
}

/** Stores a passkey. Rejects with `passkeys_unavailable`, `passkey_expired`, `passkey_refused` or `passkeys_full`. */
export async function enrolPasskey(
  db: Db,
  { config, jobs }: Pick<Deps, 'config' | 'jobs'>,
  { user, sid, request, now }: Enrolment,
  answer: Attestation,
): Promise<PasskeyRow> {
  const party = relyingParty(config.publicUrl);
  const asked = { purpose: 'enrol', sid, now } as const;
  const challenge = challengeIn(answer.response.clientDataJSON);
  await consumeChallenge(db, challenge, asked);
  const verified = await verifyAttestation(party, answer, challenge);
  try {
    return await inTransaction(db, async (tx) => {
      await lockMemberIn(tx, { userId: user.id, sid });
      const known = one(
        await tx.select({ total: count() }).from(passkeys).where(eq(passkeys.userId, user.id)),
      );
      if (known.total >= PASSKEYS_MAX) throw new Refusal('passkeys_full');
      const row = { id: newId(), userId: user.id, ...verified, createdAt: now };
      const [made] = await tx.insert(passkeys).values(row).returning();
      const added = { event: 'passkey_added', userId: user.id } as const;
      await jobs.enqueue(tx, securityMails, { ...added, at: now.toISOString() });
      await recordSecurityEvent(tx, { ...added, request, now });
      await storeProof(tx, sid, { provedAt: now, hasFactor: true });
      return one([made]);
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'passkeys_credential_key')) throw error;
    throw new Refusal('passkey_refused', { cause: error });
  }
}

export function presentPasskey({ id, name, isSynced, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return {
    id,
    name,
    isSynced,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

export async function readPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id));
}

/** Lists the second factors of the account that work on this site. */
export async function usableFactorsOf(
  db: Db,
  { config, secretKey }: Pick<Deps, 'config' | 'secretKey'>,
  userId: string,
): Promise<('passkey' | 'code')[]> {
  const hasPasskey = (await db.$count(passkeys, eq(passkeys.userId, userId))) > 0;
  const hasApp = (await findAuthenticator(db, { secretKey }, userId)) !== null;
  return [
    ...(hasPasskey && passkeyObstacle(config.publicUrl) === null ? (['passkey'] as const) : []),
    ...(hasApp ? (['code'] as const) : []),
  ];
}

const isOwn = (userId: string, id: string) => and(eq(passkeys.id, id), eq(passkeys.userId, userId));

/** Rejects with `passkey_not_found`. */
export async function renamePasskey(
  db: Db,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<PasskeyRow> {
  const [renamed] = await db.update(passkeys).set({ name }).where(isOwn(userId, id)).returning();
  if (!renamed) throw new Refusal('passkey_not_found');
  return renamed;
}

/** Removes a passkey and all proofs. Rejects with `passkey_not_found`, `last_way_in` or `unauthorized`. */
export async function removePasskey(
  db: Db,
  { jobs, config }: Pick<Deps, 'jobs' | 'config'>,
  owner: { userId: string; sid: string },
  { id, request, now }: { id: string; request: Client; now: Date },
): Promise<void> {
  const { userId, sid } = owner;
  await inTransaction(db, async (tx) => {
    // Same lock order as a sign-in: the user before the passkey.
    await lockMemberIn(tx, owner);
    const removed = await tx.delete(passkeys).where(isOwn(userId, id)).returning({ id: passkeys.id });
    if (removed.length === 0) throw new Refusal('passkey_not_found');
    await requireWayIn(tx, config, userId);
    await forgetRemovedFactor(tx, userId, sid);
    const event = { event: 'passkey_removed', userId } as const;
    await jobs.enqueue(tx, securityMails, { ...event, at: now.toISOString() });
    await recordSecurityEvent(tx, { ...event, request, now });
  });
}
