/** Returns the inequality of the numbers: 0 if they are equal, near 1 if one has all. */
export function gini(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const sum = sorted.reduce((total, number) => total + number, 0);
  const weighted = sorted.reduce((total, number, index) => total + number * (index + 1), 0);
  return (2 * weighted) / (sorted.length * sum) - (sorted.length + 1) / sorted.length;
}
