import { message } from '@zapdeck/contract/wire/message';
import type { FastifyRequest } from 'fastify';
import type { UserRow } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { knownDevice } from '../../accounts/devices.ts';
import type { Limit } from '../../http/rate-limit.ts';
import { Refusal } from '../../http/refusal.ts';

/** Wrong codes and passwords of an hour. Three of a million codes of an app are valid at a time. */
const wrongGuesses: Limit = { calls: 10, seconds: 3_600 };

/** Wrong codes of all known devices of an account. A thief of the password may have made many of them. */
const wrongGuessesOfDevices: Limit = { calls: 30, seconds: 3_600 };

/**
 * Guesses that are counted together, by id. The unknown devices of an account share one count, because a thief of the password can use
 * many networks. A live session and a known device have their own, so that the thief does not lock the owner out.
 */
export type Guesser = { session: string } | { device: string } | { account: string };

/** Returns what `RateLimits` counts. */
export function guessesOf(guesser: Guesser): [action: string, caller: string, limit: Limit] {
  if ('session' in guesser) return ['session-guess', guesser.session, wrongGuesses];
  if ('device' in guesser) return ['device-code', guesser.device, wrongGuesses];
  return ['factor-code', guesser.account, wrongGuesses];
}

/** Returns the counts that a code of the user takes from. The last one is that of all known or unknown devices, or of the session. */
export function guessesOfCode(guesser: Guesser, userId: string): ReturnType<typeof guessesOf>[] {
  const own = guessesOf(guesser);
  return 'device' in guesser ? [own, ['devices-code', userId, wrongGuessesOfDevices]] : [own];
}

/** Returns whose guess a code at sign-in is. */
export function guesserAt(
  request: FastifyRequest,
  user: UserRow,
  at: { isSecure: boolean; now: Date },
): Guesser {
  const device = knownDevice(request, user, at);
  return device === undefined ? { account: user.id } : { device };
}

/** Returns whose guess a code or password in a session is. Rejects with `unauthorized` without one. */
export function guesserIn(sessionId: string | undefined): Guesser {
  if (sessionId === undefined) throw new Refusal('unauthorized');
  return { session: sessionId };
}

interface TypedPassword {
  passwordHash: string | null;
  password: string;
  sessionId: string | undefined;
  /** Name of the field in the form. */
  field: string;
}

/** Rejects with `wrong_password`, and with 429 after ten wrong codes and passwords of the session in an hour. */
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
