import type { AppStatus } from './apps.ts';

/** The review is promised within 24 to 48 hours; specification, section 2. */
export const REVIEW_PROMISE_MS = { from: 24 * 3_600_000, to: 48 * 3_600_000 } as const;

const stateInWords: Readonly<Record<AppStatus, string>> = {
  pending: 'This app has been submitted before and is waiting for review.',
  approved: 'This app has been submitted before and is in the deck already.',
  rejected: 'This app has been submitted before and was not accepted.',
};

/** What a second submission of the same address is told: the state of the first. */
export function submittedBefore(status: AppStatus): string {
  return stateInWords[status];
}
