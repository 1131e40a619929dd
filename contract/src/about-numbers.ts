/** What the about page says in numbers: its label, what the product says everywhere, and where a drawn page has it. */
export const aboutNumbers = [
  { label: 'Apps curated', standard: '500+', place: '%APPS_CURATED%' },
  { label: 'Votes cast', standard: '10k+', place: '%VOTES_CAST%' },
  { label: 'Active users', standard: '2k+', place: '%ACTIVE_USERS%' },
  { label: 'Categories', standard: '50+', place: '%CATEGORIES%' },
] as const;

/** All of them, with spaces between, for the scripts of any page. */
export const ABOUT_NUMBERS_PLACE = '%ABOUT_NUMBERS%';

/** Few enough to be read at a glance, and never more than there are: 999, 1.2k+, 12k+, 3.4M+. */
export function inRoundNumbers(count: number): string {
  if (count < 1_000) return String(count);
  const [unit, letter] = count < 1_000_000 ? [1_000, 'k'] : [1_000_000, 'M'];
  const units = count / unit;
  return `${units < 10 ? Math.floor(units * 10) / 10 : Math.floor(units)}${letter}+`;
}
