import { filled } from '@zapdeck/contract/wire/message';
import type { UserRow } from '../db/schema/users.table.ts';
import { Refusal } from '../http/refusal.ts';

type Suspendable = Pick<UserRow, 'suspendedAt' | 'suspendedReason'>;

export function isSuspended({ suspendedAt }: Pick<Suspendable, 'suspendedAt'>): boolean {
  return suspendedAt !== null;
}

const reasonOf = ({ suspendedReason }: Suspendable) => ({ reason: suspendedReason ?? '' });

const accountText = (user: Suspendable) =>
  filled(
    'Your account is suspended. Reason: “{reason}”. If you think this is a mistake, reply to the email about it.',
    reasonOf(user),
  );

/** Call it only after the caller has proved that the account is theirs. */
export function refuseSuspended(user: Suspendable): void {
  if (!isSuspended(user)) return;
  const message = filled(
    'This account is suspended. Reason: “{reason}”. If you think this is a mistake, reply to the email about it.',
    reasonOf(user),
  );
  throw new Refusal('suspended', { message });
}

/** The field `account` has the text without the word that marks the end of a session. */
export function sessionSuspended(user: Suspendable): Refusal {
  const message = filled(
    'Unauthorized: your account is suspended. Reason: “{reason}”. If you think this is a mistake, reply to the email about it.',
    reasonOf(user),
  );
  return new Refusal('session_suspended', { message, fields: { account: accountText(user) } });
}
