import { t } from '@lingui/core/macro';
import { REVIEW_PROMISE_MS } from '@zapdeck/contract/review';
import type { Tone } from '../../../components/ui/badge.tsx';
import { formatCount } from '../../../lib/numbers.ts';

const HOUR_MS = 3_600_000;

/** Returns the waiting time of an app, compared with the promised review within 24 to 48 hours. */
export function reviewAge(createdAt: string, now: number): { label: string; tone: Tone } {
  const age = Math.max(0, now - Date.parse(createdAt));
  const hours = Math.floor(age / HOUR_MS);
  const overdue = formatCount(hours);
  if (age >= REVIEW_PROMISE_MS.to) return { label: t`Overdue: waiting ${overdue} h`, tone: 'down' };
  if (age >= REVIEW_PROMISE_MS.from) return { label: t`Waiting: ${hours} h (limit 48 h)`, tone: 'amber' };
  const label = hours === 0 ? t`Waiting: less than 1 h (goal 24 h)` : t`Waiting: ${hours} h (goal 24 h)`;
  return { label, tone: 'plain' };
}
