import { median } from './median.ts';

/** A whole number with its thousands set apart; more exact below ten. */
export const figure = (number: number): string =>
  number.toLocaleString('en', { maximumFractionDigits: number < 10 ? 1 : 0 });

/** The middle, and from where to where: `406 (310–700)`. */
export function spread(numbers: readonly number[]): string {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  return `${figure(median(numbers))} (${figure(low)}–${figure(high)})`;
}
