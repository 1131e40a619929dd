import { message } from '../wire/message.ts';

/** Figures of the about page. `standard` is shown until the server fills in `place`. */
export const aboutNumbers = [
  { label: message('Apps curated'), standard: '500+', place: '%APPS_CURATED%' },
  { label: message('Votes cast'), standard: '10k+', place: '%VOTES_CAST%' },
  { label: message('Active users'), standard: '2k+', place: '%ACTIVE_USERS%' },
  { label: message('Categories'), standard: '50+', place: '%CATEGORIES%' },
] as const;

export const ABOUT_NUMBERS_PLACEHOLDER = '%ABOUT_NUMBERS%';

/** Rounds a count down for display: 999, 1.2k+, 12k+, 3.4M+, or the short form of another language. */
export function formatRoundedCount(count: number, locale = 'en'): string {
  if (count < 1_000) return count.toLocaleString(locale);
  const format = new Intl.NumberFormat(locale, {
    notation: 'compact',
    roundingMode: 'trunc',
    roundingPriority: 'morePrecision',
    maximumFractionDigits: 0,
    maximumSignificantDigits: 2,
  });
  // English formats thousands with a capital K; the product writes a small one.
  return `${format.format(count).replace('K', 'k')}+`;
}
