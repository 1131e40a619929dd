import { plural, t } from '@lingui/core/macro';
import { REVIEW_PROMISE_MS } from '@zapdeck/contract/moderation/review';
import type { Tone } from '../../../components/ui/badge.tsx';

const HOUR_MS = 3_600_000;

/** Returns the waiting time of an app, compared with the promised review within 24 to 48 hours. */
export function reviewAge(createdAt: string, now: number): { label: string; tone: Tone } {
  const age = Math.max(0, now - Date.parse(createdAt));
  const hours = Math.floor(age / HOUR_MS);
  if (age >= REVIEW_PROMISE_MS.to)
    return { label: t`Overdue: waiting ${plural(hours, { other: '# h' })}`, tone: 'down' };
  if (age >= REVIEW_PROMISE_MS.from)
    return { label: t`Waiting: ${plural(hours, { other: '# h' })} (limit 48 h)`, tone: 'amber' };
  const label =
    hours === 0
      ? t`Waiting: less than 1 h (goal 24 h)`
      : t`Waiting: ${plural(hours, { other: '# h' })} (goal 24 h)`;
  return { label, tone: 'plain' };
}
