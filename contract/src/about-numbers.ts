import { message } from './message.ts';

/** Figures of the about page. `standard` is shown until the server fills in `place` with its own. */
export const aboutNumbers = [
  { label: message('Apps curated'), standard: '500+', place: '%APPS_CURATED%' },
  { label: message('Votes cast'), standard: '10k+', place: '%VOTES_CAST%' },
  { label: message('Active users'), standard: '2k+', place: '%ACTIVE_USERS%' },
  { label: message('Categories'), standard: '50+', place: '%CATEGORIES%' },
] as const;

export const ABOUT_NUMBERS_PLACEHOLDER = '%ABOUT_NUMBERS%';

/** Rounds a count down for display: 999, 1.2k+, 12k+, 3.4M+. */
export function formatRoundedCount(count: number): string {
  if (count < 1_000) return String(count);
  const [unit, letter] = count < 1_000_000 ? [1_000, 'k'] : [1_000_000, 'M'];
  const units = count / unit;
  return `${units < 10 ? Math.floor(units * 10) / 10 : Math.floor(units)}${letter}+`;
}
