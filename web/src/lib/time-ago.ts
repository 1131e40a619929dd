const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const steps = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['week', 7 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** How long ago a moment was, in words; a clock that runs a little ahead of ours still says 'just now'. */
export function timeAgo(moment: string, now: number): string {
  const age = now - Date.parse(moment);
  for (const [unit, length] of steps) {
    if (age >= length) return words.format(-Math.floor(age / length), unit);
  }
  return 'just now';
}

const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });

/** The month and year of a moment, in words. */
export function monthOf(moment: string): string {
  return month.format(Date.parse(moment));
}
