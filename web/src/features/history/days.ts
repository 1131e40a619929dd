import { t } from '@lingui/core/macro';
import type { SeenApp } from '@zapdeck/contract/feed/history';
import { localized } from '../../lib/localized.ts';

export interface Day {
  /** Midnight at its start, in the time zone of the device. */
  start: number;
  entries: SeenApp[];
}

const ofThisYear = localized(
  (locales) => new Intl.DateTimeFormat(locales, { weekday: 'long', day: 'numeric', month: 'long' }),
);
const ofAnyYear = localized((locales) => new Intl.DateTimeFormat(locales, { dateStyle: 'full' }));

const midnightOf = (moment: number): number => new Date(moment).setHours(0, 0, 0, 0);

/** Returns the entries by day, latest first, each app once. A view between two reads puts an app on both pages. */
export function byDay(entries: readonly SeenApp[]): Day[] {
  const days: Day[] = [];
  const known = new Set<string>();
  for (const entry of entries) {
    if (known.has(entry.appId)) continue;
    known.add(entry.appId);
    const start = midnightOf(Date.parse(entry.seenAt));
    const last = days.at(-1);
    if (last?.start === start) last.entries.push(entry);
    else days.push({ start, entries: [entry] });
  }
  return days;
}

/** Returns the name of a day: Today, Yesterday, or its date. */
export function nameOfDay(start: number, now: number): string {
  if (start === midnightOf(now)) return t`Today`;
  // Noon of the day before, because days have 23 or 25 hours when the clocks change.
  if (start === midnightOf(midnightOf(now) - 12 * 3_600_000)) return t`Yesterday`;
  const isThisYear = new Date(start).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? ofThisYear() : ofAnyYear()).format(start);
}
