import type { UserRow } from '../db/schema/users.table.ts';
import { Refusal } from './refusal.ts';

type Suspendable = Pick<UserRow, 'suspendedAt' | 'suspendedReason'>;

export function isSuspended({ suspendedAt }: Pick<Suspendable, 'suspendedAt'>): boolean {
  return suspendedAt !== null;
}

const wordsFor = ({ suspendedReason }: Suspendable) =>
  `is suspended. The reason that was given: “${suspendedReason ?? ''}” If you think that this is a mistake, answer the mail that told you of it.`;

/** Call it only after the caller has proved that the account is theirs. */
export function refuseSuspended(user: Suspendable): void {
  if (isSuspended(user)) throw new Refusal('suspended', { message: `This account ${wordsFor(user)}` });
}

export function sessionSuspended(user: Suspendable): Refusal {
  return new Refusal('session_suspended', { message: `Unauthorized: your account ${wordsFor(user)}` });
}
