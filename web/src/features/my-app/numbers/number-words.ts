import { t } from '@lingui/core/macro';
import { localized } from '../../../lib/localized.ts';
import { formatPercent } from '../../../lib/percent.ts';

const tenths = localized((locales) => new Intl.NumberFormat(locales, { maximumFractionDigits: 1 }));
const day = localized(
  (locales) => new Intl.DateTimeFormat(locales, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);

/** Formats a share in percent, or a dash for null. */
export const inPercent = (share: number | null): string => (share === null ? '–' : formatPercent(share));

/** Formats a date such as `2026-01-31` without the year. */
export const dayInWords = (date: string): string => day().format(Date.parse(date));

/** Formats a duration: 3.4 s, 2 min 5 s, or a dash for null. */
export function timeInWords(ms: number | null): string {
  if (ms === null) return '–';
  if (ms < 60_000) return t`${{ seconds: tenths().format(ms / 1000) }} s`;
  const minutes = Math.floor(ms / 60_000);
  const seconds = Math.floor((ms % 60_000) / 1000);
  return seconds === 0 ? t`${minutes} min` : t`${minutes} min ${seconds} s`;
}
