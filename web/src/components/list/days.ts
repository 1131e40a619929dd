const DAY = /^\d{4}-\d{2}-\d{2}$/;

function startsAt(day: string): Date | undefined {
  if (!DAY.test(day)) return undefined;
  const start = new Date(`${day}T00:00:00`);
  return Number.isNaN(start.getTime()) ? undefined : start;
}

/** Returns the start of the day in the time zone of the browser; undefined for an invalid day. */
export function startOfDay(day: string): string | undefined {
  return startsAt(day)?.toISOString();
}

/** Returns the start of the next day. */
export function endOfDay(day: string): string | undefined {
  const start = startsAt(day);
  start?.setDate(start.getDate() + 1);
  return start?.toISOString();
}
