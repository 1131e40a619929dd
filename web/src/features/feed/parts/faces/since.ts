import { localized } from '../../../../lib/localized.ts';

const DAY_MS = 24 * 3_600_000;
/** A weekday names no other day for this long. */
const WEEKDAYS_MAX = 6;

const time = localized((locales) => new Intl.DateTimeFormat(locales, { timeStyle: 'short' }));
const weekday = localized((locales) => new Intl.DateTimeFormat(locales, { weekday: 'long' }));
const day = localized((locales) => new Intl.DateTimeFormat(locales, { day: 'numeric', month: 'short' }));
const year = localized((locales) => new Intl.DateTimeFormat(locales, { dateStyle: 'medium' }));

/** Returns a short name of a past moment: its time if it is of today, its weekday, or its date. */
export function nameOfMoment(moment: string, now: number): string {
  const then = new Date(moment);
  const midnight = (date: Date) => new Date(date).setHours(0, 0, 0, 0);
  // Rounded, because days have 23 or 25 hours when the clocks change.
  const days = Math.round((midnight(new Date(now)) - midnight(then)) / DAY_MS);
  if (days === 0) return time().format(then);
  if (days <= WEEKDAYS_MAX) return weekday().format(then);
  return (then.getFullYear() === new Date(now).getFullYear() ? day() : year()).format(then);
}
