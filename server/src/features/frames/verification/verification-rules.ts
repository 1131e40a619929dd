import type { VerificationFinding } from '@zapdeck/contract/verification';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Two checks must miss the token, so far apart: a page that was put online without it in haste costs nobody the mark. */
export const MISSED_APART_MS = 12 * HOUR_MS;
/** A host that nobody reaches for so long may be anybody's by now. */
export const UNSEEN_MAX_MS = 7 * DAY_MS;

/** Whether an app has its mark, and what speaks against it. */
export interface Standing {
  verifiedAt: Date | null;
  provedAt: Date | null;
  missingSince: Date | null;
}

const isPast = (since: Date | null, ms: number, now: Date) =>
  since !== null && now.getTime() - since.getTime() >= ms;

/**
 * Whether an app has its mark after a check. It has it from the first time that the token is found. It loses it when a
 * second check, half a day or more after the first, has reached the host and missed the token too; a host that is away
 * keeps it for seven days.
 */
export function nextStanding(before: Standing, finding: VerificationFinding, now: Date): Standing {
  if (finding === 'found') return { verifiedAt: before.verifiedAt ?? now, provedAt: now, missingSince: null };
  if (before.verifiedAt === null) return { ...before, missingSince: null };
  if (finding === 'unreachable')
    return isPast(before.provedAt, UNSEEN_MAX_MS, now) ? { ...before, verifiedAt: null } : before;
  if (isPast(before.missingSince, MISSED_APART_MS, now))
    return { ...before, verifiedAt: null, missingSince: null };
  return { ...before, missingSince: before.missingSince ?? now };
}
