import type { UserRow } from '../db/schema/users.table.ts';
import { Refusal } from './refusal.ts';

type Suspendable = Pick<UserRow, 'suspendedAt' | 'suspendedReason'>;

/** Returns true if the account is suspended. */
export function isSuspended({ suspendedAt }: Pick<Suspendable, 'suspendedAt'>): boolean {
  return suspendedAt !== null;
}

const wordsFor = ({ suspendedReason }: Suspendable) =>
  `is suspended. The reason that was given: “${suspendedReason ?? ''}” If you think that this is a mistake, answer the mail that told you of it.`;

/** Rejects with `suspended` and the reason. Call it only after the caller has proved that the account is theirs. */
export function refuseSuspended(user: Suspendable): void {
  if (isSuspended(user)) throw new Refusal('suspended', { message: `This account ${wordsFor(user)}` });
}

/** Refusal for a session that was open when the account was suspended. */
export function sessionSuspended(user: Suspendable): Refusal {
  return new Refusal('session_suspended', { message: `Unauthorized: your account ${wordsFor(user)}` });
}
