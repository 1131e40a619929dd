import { filled } from '@zapdeck/contract/wire/message';
import type { Instance } from '@zapdeck/contract/instance/instance';
import { termsInForce } from '@zapdeck/contract/instance/public-instance';
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

/** Rejects a suspended account. Call it only after the caller has proved that the account is theirs. */
export function refuseSuspended(user: Suspendable): void {
  if (!isSuspended(user)) return;
  const message = filled(
    'This account is suspended. Reason: “{reason}”. If you think this is a mistake, reply to the email about it.',
    reasonOf(user),
  );
  throw new Refusal('suspended', { message });
}

/** Returns the refusal. Its field `account` has the text for screens that do not end the session. */
export function sessionSuspended(user: Suspendable): Refusal {
  const message = filled(
    'Unauthorized: your account is suspended. Reason: “{reason}”. If you think this is a mistake, reply to the email about it.',
    reasonOf(user),
  );
  return new Refusal('session_suspended', { message, fields: { account: accountText(user) } });
}

/** Returns the state of an unapproved account. Null if it is approved or needs no approval. */
export function approvalOf({
  mustBeApproved,
  approvedAt,
  refusedAt,
}: Pick<UserRow, 'mustBeApproved' | 'approvedAt' | 'refusedAt'>): 'waiting' | 'refused' | null {
  if (!mustBeApproved || approvedAt !== null) return null;
  return refusedAt === null ? 'waiting' : 'refused';
}

/** Returns the version of the terms that the user must still accept, or null. Guests accept none. */
export function termsToAccept(
  { isGuest, termsVersion }: Pick<UserRow, 'isGuest' | 'termsVersion'>,
  instance: Instance,
): number | null {
  const inForce = termsInForce(instance);
  return isGuest || inForce === null || (termsVersion ?? 0) >= inForce ? null : inForce;
}
