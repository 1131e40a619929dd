import { message } from '@zapdeck/contract/wire/message';
import type { FastifyRequest } from 'fastify';
import type { UserRow } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { knownDevice } from '../../accounts/devices.ts';
import type { Limit } from '../../http/rate-limit.ts';
import { Refusal } from '../../http/refusal.ts';

/** Wrong codes and passwords per hour. Three of a million codes are valid at a time. */
const wrongGuesses: Limit = { calls: 10, seconds: 3_600 };

/** Wrong codes of all known devices of an account. A thief of the password may have created many of them. */
const wrongGuessesOfDevices: Limit = { calls: 30, seconds: 3_600 };

/**
 * All unknown devices of an account share one count, because a thief of the password can use many networks. Sessions and
 * known devices have their own counts, so that the thief cannot lock the owner out.
 */
export type Guesser = { session: string } | { device: string } | { account: string };

/** Returns the arguments for `RateLimits`. */
export function guessesOf(guesser: Guesser): [action: string, caller: string, limit: Limit] {
  if ('session' in guesser) return ['session-guess', guesser.session, wrongGuesses];
  if ('device' in guesser) return ['device-code', guesser.device, wrongGuesses];
  return ['factor-code', guesser.account, wrongGuesses];
}

/** Returns the counts that a code consumes. The last one covers the session, or all known or unknown devices. */
export function guessesOfCode(guesser: Guesser, userId: string): ReturnType<typeof guessesOf>[] {
  const own = guessesOf(guesser);
  return 'device' in guesser ? [own, ['devices-code', userId, wrongGuessesOfDevices]] : [own];
}

/** Returns who guesses a code at sign-in. */
export function guesserAt(
  request: FastifyRequest,
  user: UserRow,
  at: { isSecure: boolean; now: Date },
): Guesser {
  const device = knownDevice(request, user, at);
  return device === undefined ? { account: user.id } : { device };
}

/** Returns who guesses a code or password in a session. Rejects with `unauthorized` without a session. */
export function guesserIn(sessionId: string | undefined): Guesser {
  if (sessionId === undefined) throw new Refusal('unauthorized');
  return { session: sessionId };
}

interface TypedPassword {
  passwordHash: string | null;
  password: string;
  sessionId: string | undefined;
  field: string;
}

/** Rejects with `wrong_password`, or with 429 after ten wrong codes and passwords of the session in an hour. */
export async function requireOwnPassword(
  { passwords, rateLimits }: Pick<Deps, 'passwords' | 'rateLimits'>,
  { passwordHash, password, sessionId, field }: TypedPassword,
): Promise<void> {
  const guesses = guessesOf(guesserIn(sessionId));
  await rateLimits.consume(...guesses);
  // A busy server is not a wrong guess.
  const isRight = await passwords.verify(passwordHash, password).catch(async (error: unknown) => {
    await rateLimits.refund(...guesses);
    throw error;
  });
  if (!isRight)
    throw new Refusal('wrong_password', { fields: { [field]: message('That password is incorrect.') } });
  await rateLimits.refund(...guesses);
}
