import { type Assertion, PASSKEY_TIMEOUT_MS } from '@zapdeck/contract/sign-in/passkeys';
import { and, eq, lt } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/client.ts';
import { type PasskeyRow, passkeys } from '../../db/schema/passkeys.table.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Client, recordFailure } from '../../accounts/security-events.ts';
import {
  challengeIn,
  type ChallengeUse,
  consumeChallenge,
  descriptorsOf,
  endOfSignInChallenge,
  issueChallenge,
  issueSignInChallenge,
  userHandleOf,
  useSignInChallenge,
} from './challenges.ts';
import { relyingParty } from '../factors/relying-party.ts';
import type { UserRow } from '../../db/schema/users.table.ts';
import { type Browser, lockUser, startSession } from '../../accounts/session-changes.ts';
import { recordSignIn } from '../auth/record-sign-in.ts';

export interface PasskeyUse {
  passkey: PasskeyRow;
  counter: number;
  isSynced: boolean;
}

const requestOptionsOf = (rpId: string, challenge: string, allowed: readonly PasskeyRow[]) => ({
  challenge,
  rpId,
  timeout: PASSKEY_TIMEOUT_MS,
  allowCredentials: descriptorsOf(allowed),
  userVerification: 'required' as const,
});

/** Returns options to sign a challenge with a passkey of the account. Rejects with `passkeys_unavailable`. */
export async function proofOptions(
  db: Db,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  asked: ChallengeUse,
  allowed: readonly PasskeyRow[],
) {
  const { rpId } = relyingParty(publicUrl);
  return requestOptionsOf(rpId, await issueChallenge(db, asked), allowed);
}

/** Returns options to sign with any passkey on the device. Throws `passkeys_unavailable`. */
export function signInOptions({ config, secretKey }: Pick<Deps, 'config' | 'secretKey'>, now: Date) {
  const { rpId } = relyingParty(config.publicUrl);
  return requestOptionsOf(rpId, issueSignInChallenge(secretKey, now), []);
}

async function findPasskey(db: Db, { id, response }: Assertion): Promise<PasskeyRow> {
  const [passkey] = await db.select().from(passkeys).where(eq(passkeys.credentialId, id));
  if (!passkey) throw new Refusal('passkey_unknown');
  const { userHandle } = response;
  if (userHandle && userHandle !== userHandleOf(passkey.userId)) throw new Refusal('passkey_refused');
  return passkey;
}

async function verifyAnswer(
  db: Db,
  publicUrl: string,
  answer: Assertion,
  challenge: string,
): Promise<PasskeyUse> {
  const { rpId, origin } = relyingParty(publicUrl);
  const passkey = await findPasskey(db, answer);
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { userHandle: _, ...response } = answer.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: 0,
      },
    });
    if (!verified) throw new Error('The signature is not valid');
    const { newCounter, credentialDeviceType } = authenticationInfo;
    return { passkey, counter: newCounter, isSynced: credentialDeviceType === 'multiDevice' };
  } catch (error) {
    throw new Refusal('passkey_refused', { cause: error });
  }
}

/** Checks an answer in a session. `countUse` completes it. Rejects like `verifyAnswer`, or with `passkey_expired`. */
export async function verifyProof(
  db: Db,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  answer: Assertion,
  asked: ChallengeUse,
): Promise<PasskeyUse> {
  const challenge = challengeIn(answer.response.clientDataJSON);
  await consumeChallenge(db, challenge, asked);
  return verifyAnswer(db, publicUrl, answer, challenge);
}

/** Checks the answer at a sign-in. Rejects like `verifyProof`. */
export async function verifySignIn(
  db: Db,
  { config, secretKey }: Pick<Deps, 'config' | 'secretKey'>,
  answer: Assertion,
  now: Date,
): Promise<PasskeyUse> {
  const challenge = challengeIn(answer.response.clientDataJSON);
  const expiresAt = endOfSignInChallenge(secretKey, challenge, now);
  const use = await verifyAnswer(db, config.publicUrl, answer, challenge);
  await useSignInChallenge(db, challenge, { now, expiresAt });
  return use;
}

/** Stores the use. Rejects with `passkey_copied` if the counter did not rise, or with `passkey_unknown`. */
export async function countUse(
  tx: Db,
  { passkey: { id }, counter, isSynced }: PasskeyUse,
  now: Date,
): Promise<void> {
  // Devices without a counter always send 0.
  const hasRisen = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
  const isCounted = await tx
    .update(passkeys)
    .set({ counter, isSynced, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), hasRisen))
    .returning({ id: passkeys.id });
  if (isCounted.length > 0) return;
  const isThere = (await tx.$count(passkeys, eq(passkeys.id, id))) > 0;
  throw new Refusal(isThere ? 'passkey_copied' : 'passkey_unknown');
}

/** Runs the work. If it rejects with `passkey_copied`, records that for the owner. */
export async function alarmIfCopied<T>(
  deps: Pick<Deps, 'db' | 'background'>,
  { userId, ...used }: { userId: string; request: Client; now: Date },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'passkey_copied')
      recordFailure(deps, { userId, event: 'passkey_copied', ...used });
    throw error;
  }
}

type SignInDeps = Pick<Deps, 'db' | 'config' | 'secretKey' | 'jobs' | 'cookie' | 'background'>;

/** The device has verified its user, so the passkey counts as both factors. */
function startWith(db: Db, deps: SignInDeps, use: PasskeyUse, browser: Browser): Promise<UserRow> {
  const { now, reply } = browser;
  const proof = { provedAt: now, hasFactor: true };
  return startSession(db, { ...browser, proof }, async (tx) => {
    const user = await lockUser(tx, use.passkey.userId);
    if (!user) throw new Refusal('passkey_unknown');
    await countUse(tx, use, now);
    await recordSignIn(tx, deps, { user, way: 'passkey', request: reply.request, now });
    return user;
  });
}

/** Signs in with a passkey. Rejects like `verifySignIn` and `countUse`, or with `suspended`. */
export async function signIn(
  db: Db,
  deps: SignInDeps,
  answer: Assertion,
  browser: Browser,
): Promise<UserRow> {
  const { now, reply } = browser;
  // Only answers to `signInOptions` name the account. Others were made for another purpose.
  if (!answer.response.userHandle) throw new Refusal('passkey_refused');
  const use = await verifySignIn(db, deps, answer, now);
  const used = { userId: use.passkey.userId, request: reply.request, now };
  try {
    return await alarmIfCopied(deps, used, () => startWith(db, deps, use, browser));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'suspended')
      recordFailure(deps, { ...used, event: 'sign_in_failed' });
    throw error;
  }
}
