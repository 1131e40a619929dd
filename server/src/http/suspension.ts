import type { UserRow } from '../db/schema/users.table.ts';
import { Refusal } from './refusal.ts';

type Suspendable = Pick<UserRow, 'suspendedAt' | 'suspendedReason'>;

/** Whether nobody gets into the account for now. */
export function isSuspended({ suspendedAt }: Pick<Suspendable, 'suspendedAt'>): boolean {
  return suspendedAt !== null;
}

const wordsFor = ({ suspendedReason }: Suspendable) =>
  `is suspended. The reason that was given: “${suspendedReason ?? ''}” If you think that this is a mistake, answer the mail that told you of it.`;

/** Refuses with `suspended`, and the reason, to let anybody into a suspended account: only for who has shown that it is theirs. */
export function refuseSuspended(user: Suspendable): void {
  if (isSuspended(user)) throw new Refusal('suspended', { message: `This account ${wordsFor(user)}` });
}

/** What a session of the account is told that was open when it was suspended. */
export function sessionSuspended(user: Suspendable): Refusal {
  return new Refusal('session_suspended', { message: `Unauthorized: your account ${wordsFor(user)}` });
}
