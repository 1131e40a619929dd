import { hkdfSync, randomInt } from 'node:crypto';
import { type SolvedWork, WorkChallenge } from '@zapdeck/contract/sign-in/signup-work';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';

/** Limits the time to solve a challenge: a slow phone tries a million counters in a second. */
const COUNTERS = 2_000_000;
export const LIFETIME_S = 600;
const KEY_BYTES = 32;

const signingKeyOf = (secretKey: Buffer) =>
  Buffer.from(hkdfSync('sha256', secretKey, '', 'sign-up work', KEY_BYTES)).toString('hex');

/** Returns a signed challenge that all nodes accept. Nothing is stored until it is solved. */
export async function newChallenge(secretKey: Buffer, now: Date): Promise<WorkChallenge> {
  const challenge = await createChallenge({
    algorithm: 'SHA-256',
    cost: 1,
    counter: randomInt(COUNTERS),
    deriveKey,
    expiresAt: new Date(now.getTime() + LIFETIME_S * 1000),
    hmacSignatureSecret: signingKeyOf(secretKey),
  });
  return WorkChallenge.parse(challenge);
}

/** Returns true if this site signed the challenge, it has not expired, and it is solved. Does not check reuse. */
export async function isSolved(
  secretKey: Buffer,
  { challenge, solution }: SolvedWork,
  now: Date,
): Promise<boolean> {
  const hmacSignatureSecret = signingKeyOf(secretKey);
  const { verified } = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret });
  return verified && challenge.parameters.expiresAt * 1000 > now.getTime();
}
