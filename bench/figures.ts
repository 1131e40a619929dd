import { median } from './median.ts';

/** Formats a number with thousands separators, and one decimal below ten. */
export const figure = (number: number): string =>
  number.toLocaleString('en', { maximumFractionDigits: number < 10 ? 1 : 0 });

/** Formats median and range: `406 (310–700)`. */
export function spread(numbers: readonly number[]): string {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  return `${figure(median(numbers))} (${figure(low)}–${figure(high)})`;
}
