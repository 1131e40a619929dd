import { median } from './median.ts';

/** Formats the median, and the range if values differ. */
export function formatRange(values: readonly number[], format: (value: number) => string): string {
  const [low, middle, high] = [Math.min(...values), median(values), Math.max(...values)].map((value) =>
    format(value),
  );
  if (low === high) return middle ?? '';
  return `${middle} (${low?.replace(' %', '')}–${high?.replace(' %', '')})`;
}
