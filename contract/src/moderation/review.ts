import type { AppStatus } from '../apps/apps.ts';
import { message } from '../wire/message.ts';

export const REVIEW_PROMISE_MS = { from: 24 * 3_600_000, to: 48 * 3_600_000 } as const;

const stateInWords: Readonly<Record<AppStatus, string>> = {
  pending: message('This app has been submitted before and is waiting for review.'),
  approved: message('This app has been submitted before and is in the deck already.'),
  rejected: message('This app has been submitted before and was not accepted.'),
};

export function submittedBefore(status: AppStatus): string {
  return stateInWords[status];
}
