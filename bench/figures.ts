/** Returns the number below which this part of all lies; NaN for an empty list. */
export function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

/** Returns the inequality of the numbers: 0 if they are equal, near 1 if one has all. */
export function gini(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const sum = sorted.reduce((total, number) => total + number, 0);
  const weighted = sorted.reduce((total, number, index) => total + number * (index + 1), 0);
  return (2 * weighted) / (sorted.length * sum) - (sorted.length + 1) / sorted.length;
}

/** Formats a number with thousands separators, and one decimal below ten. */
export const figure = (number: number): string =>
  number.toLocaleString('en', { maximumFractionDigits: number < 10 ? 1 : 0 });

export const percent = (share: number, digits = 1): string => `${(100 * share).toFixed(digits)} %`;

/** Formats median and range: `406 (310–700)`. */
export function spread(numbers: readonly number[]): string {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  return `${figure(median(numbers))} (${figure(low)}–${figure(high)})`;
}

/** Formats the median of a number of the items, and the range if they differ. */
export function formatRange<Item>(
  items: readonly Item[],
  numberOf: (item: Item) => number,
  format: (number: number) => string,
): string {
  const numbers = items.map(numberOf);
  const [low, middle, high] = [Math.min(...numbers), median(numbers), Math.max(...numbers)].map((number) =>
    format(number),
  );
  if (low === high) return middle ?? '';
  return `${middle} (${low?.replace(' %', '')}–${high?.replace(' %', '')})`;
}

/** Returns a Markdown table with a row for each item. Columns are the cells by their head. */
export function tableOf<Item>(
  items: readonly Item[],
  columns: Readonly<Record<string, (item: Item, index: number) => string>>,
): string {
  const cells = Object.values(columns);
  const rows = [Object.keys(columns), ...items.map((item, index) => cells.map((cell) => cell(item, index)))];
  const widths = cells.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  return rows
    .toSpliced(1, 0, rule)
    .map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n');
}
