import { localized } from './localized.ts';

const whole = localized((locales) => new Intl.NumberFormat(locales));
const score = localized(
  (locales) => new Intl.NumberFormat(locales, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);
const exact = localized((locales) => new Intl.NumberFormat(locales, { maximumFractionDigits: 6 }));

/** Returns a count with grouped digits: 1,234. */
export function formatCount(count: number): string {
  return whole().format(count);
}

/** Returns a score with one decimal: 1,234.5. */
export function formatScore(value: number): string {
  // Adding 0 turns -0 into 0.
  return score().format(value + 0);
}

/** Returns a setting with up to six decimals: 0.001. */
export function formatSetting(value: number): string {
  return exact().format(value);
}

const percent = localized(
  (locales) => new Intl.NumberFormat(locales, { style: 'percent', maximumFractionDigits: 1 }),
);

/** Formats a share in percent: 12.5%. */
export const formatPercent = (share: number): string => percent().format(share);

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
