const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A week is summed up on Monday at eight, by UTC: what was sent late has arrived by then. */
const AFTER_MS = 8 * HOUR_MS;

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

/** The Monday with which the last week began that is over and can be summed up. */
export function lastWholeWeek(now: Date): string {
  const at = new Date(now.getTime() - AFTER_MS);
  const daysSinceMonday = (at.getUTCDay() + 6) % 7;
  return dayOf(new Date(at.getTime() - (daysSinceMonday + 7) * DAY_MS));
}
