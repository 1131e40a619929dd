const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Summaries are made on Monday at 8:00 UTC, because events arrive late. */
const SUMMARY_DELAY_MS = 8 * HOUR_MS;

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

/** Returns the Monday of the last complete week, as YYYY-MM-DD. */
export function lastWholeWeek(now: Date): string {
  const at = new Date(now.getTime() - SUMMARY_DELAY_MS);
  const daysSinceMonday = (at.getUTCDay() + 6) % 7;
  return dayOf(new Date(at.getTime() - (daysSinceMonday + 7) * DAY_MS));
}
