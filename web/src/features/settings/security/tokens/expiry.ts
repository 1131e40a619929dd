const DAY_MS = 24 * 3_600_000;
/** Latest day that can be chosen, in days from today. A token may last until its end. */
export const LAST_DAY = 365;

/** Returns the moment after a number of days. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}

/** Returns a day of the user's calendar, as 2026-11-27. */
export function dayAhead(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** Returns the last moment of a day of the user's calendar. Returns an empty text without a valid day. */
export function endOfDay(day: string): string {
  const end = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? '' : end.toISOString();
}
