import type { VerificationFinding } from '@zapdeck/contract/frames/verification';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Minimum time between two checks that miss the token. A page may be put online without it by mistake. */
export const MISSED_APART_MS = 12 * HOUR_MS;
/** Time after which an unreachable host may have another owner. */
export const UNSEEN_MAX_MS = 7 * DAY_MS;

export interface Standing {
  verifiedAt: Date | null;
  provedAt: Date | null;
  missingSince: Date | null;
}

const isPast = (since: Date | null, ms: number, now: Date) =>
  since !== null && now.getTime() - since.getTime() >= ms;

/** The mark ends when a second check, half a day after the first, misses the token, or after a week without contact. */
export function nextStanding(before: Standing, finding: VerificationFinding, now: Date): Standing {
  if (finding === 'found') return { verifiedAt: before.verifiedAt ?? now, provedAt: now, missingSince: null };
  if (before.verifiedAt === null) return { ...before, missingSince: null };
  if (finding === 'unreachable')
    return isPast(before.provedAt, UNSEEN_MAX_MS, now) ? { ...before, verifiedAt: null } : before;
  if (isPast(before.missingSince, MISSED_APART_MS, now))
    return { ...before, verifiedAt: null, missingSince: null };
  return { ...before, missingSince: before.missingSince ?? now };
}
