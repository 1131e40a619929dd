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
