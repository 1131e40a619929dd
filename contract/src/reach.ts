import * as z from 'zod/mini';

/** Seven days. */
export const UNREACHABLE_FLAGGED_AFTER_MS = 7 * 24 * 3_600_000;

/** Whether an app has been away for so long that admins are told; rejected ones are not looked at any more. */
export function isLongUnreachable(
  { status, unreachableSince }: { status: string; unreachableSince: string | null },
  now: Date,
): boolean {
  if (status === 'rejected' || unreachableSince === null) return false;
  return now.getTime() - Date.parse(unreachableSince) >= UNREACHABLE_FLAGGED_AFTER_MS;
}

/** Apps that are away: all of them, or `flagged` those of which `isLongUnreachable` holds. */
export const AdminAppReach = z.enum(['unreachable', 'flagged']);
