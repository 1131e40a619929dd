import * as z from 'zod/mini';

export const UNREACHABLE_FLAGGED_AFTER_MS = 7 * 24 * 3_600_000;

/** Returns true if the app has been unreachable for seven days. Rejected apps are not checked. */
export function isLongUnreachable(
  { status, unreachableSince }: { status: string; unreachableSince: string | null },
  now: Date,
): boolean {
  if (status === 'rejected' || unreachableSince === null) return false;
  return now.getTime() - Date.parse(unreachableSince) >= UNREACHABLE_FLAGGED_AFTER_MS;
}

export const AdminAppReach = z.enum(['unreachable', 'flagged']);
