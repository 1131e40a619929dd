import { SIGNUPS_PER_HOUR, type SolvedWork } from '@zapdeck/contract/sign-in/signup-work';
import type { FastifyRequest } from 'fastify';
import { trustState } from '../../db/schema/trust.table.ts';
import type { Deps } from '../../deps.ts';
import { wideNetworkOf } from '../../http/networks.ts';
import { Refusal } from '../../http/refusal.ts';
import { isSolved, LIFETIME_S, newChallenge } from './signup-work.ts';

const HOUR_S = 3_600;
/** Counted per /24 or /48, because addresses within a network are easy to change. */
const withoutWork = { calls: 5, seconds: HOUR_S };
const perNetwork = { calls: SIGNUPS_PER_HOUR, seconds: HOUR_S };
/** A solution counts once on all nodes. Its challenge expires before the count does. */
const once = { calls: 1, seconds: LIFETIME_S };

type Needed = Pick<Deps, 'db' | 'rateLimits' | 'secretKey'>;

interface Signup {
  work: SolvedWork | undefined;
  request: FastifyRequest;
  now: Date;
}

async function isAdmitted(
  { rateLimits, secretKey }: Needed,
  network: string,
  { work, now }: Signup,
): Promise<boolean> {
  if (!work) return rateLimits.isWithin('signup-without-work', network, withoutWork);
  const isValid = await isSolved(secretKey, work, now);
  return isValid && rateLimits.isWithin('signup-work', work.challenge.signature, once);
}

/** Tells the log and the admins, once an hour per network. */
async function noteUsedUp(
  { db, rateLimits }: Needed,
  network: string,
  { request, now }: Signup,
): Promise<void> {
  if (!(await rateLimits.isWithin('signup-warning', network, { calls: 1, seconds: HOUR_S }))) return;
  request.log.warn(
    `one network has made ${perNetwork.calls} sign-ups within an hour. Behind a proxy, check TRUSTED_PROXIES`,
  );
  await db.update(trustState).set({ signupsUsedUpAt: now });
}

/** Counts a sign-up for its network without reading the form. Rejects with `work_required` and a challenge, or 429. */
export async function countSignup(deps: Needed, signup: Signup): Promise<void> {
  const { rateLimits, secretKey } = deps;
  const network = wideNetworkOf(signup.request.ip);
  try {
    await rateLimits.requireLeft('signup', network, perNetwork);
    if (!(await isAdmitted(deps, network, signup)))
      throw new Refusal('work_required', { work: await newChallenge(secretKey, signup.now) });
    await rateLimits.consume('signup', network, perNetwork);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too_many_requests')
      await noteUsedUp(deps, network, signup);
    throw error;
  }
}
