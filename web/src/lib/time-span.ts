import { localized } from './localized.ts';

const units = (unit: string) =>
  localized(
    (locales) =>
      new Intl.NumberFormat(locales, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }),
  );
const [minutes, hours, days] = [units('minute'), units('hour'), units('day')];

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

/** Returns a duration in its largest fitting unit: 40 minutes, 31 hours, 4 days. */
export function timeSpan(seconds: number): string {
  if (seconds < 2 * HOUR_S) return minutes().format(Math.max(1, Math.round(seconds / 60)));
  if (seconds < 3 * DAY_S) return hours().format(Math.round(seconds / HOUR_S));
  return days().format(Math.round(seconds / DAY_S));
}
