import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { localized } from '../../lib/localized.ts';

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

const ago = localized((locales) => new Intl.RelativeTimeFormat(locales, { numeric: 'always' }));
const month = localized((locales) => new Intl.DateTimeFormat(locales, { month: 'long', year: 'numeric' }));

/** Returns how long ago a moment was. Future moments, from a wrong clock, are "just now". */
export function timeAgo(moment: string, now: number): string {
  const age = now - Date.parse(moment);
  for (const [unit, length] of steps) {
    if (age >= length) return ago().format(-Math.floor(age / length), unit);
  }
  return t`just now`;
}

/** Returns the month and year of a moment: June 2026. */
export function monthOf(moment: string): string {
  return month().format(Date.parse(moment));
}

const REFRESH_MS = 60_000;
const exact = localized(
  (locales) => new Intl.DateTimeFormat(locales, { dateStyle: 'long', timeStyle: 'short' }),
);

/** Relative time, with the exact time as tooltip. `say` puts it into a sentence. */
export function TimeAgo({ moment, say }: { moment: string; say?: (when: string) => string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const when = timeAgo(moment, now);
  return (
    <time dateTime={moment} title={exact().format(Date.parse(moment))}>
      {say ? say(when) : when}
    </time>
  );
}
