/**
 * Returns the number of typos between two words (optimal string alignment). A typo is an extra, missing or replaced letter, or
 * two swapped neighbours. Returns `max + 1` if there are more than `max`.
 */
export function countTypos(one: string, other: string, max: number): number {
  const [from, to] = [[...one], [...other]];
  if (Math.abs(from.length - to.length) > max) return max + 1;
  let beforeLast: number[] = [];
  let last = to.map((_letter, index) => index + 1);
  last.unshift(0);
  for (const [row, letter] of from.entries()) {
    const costs = [row + 1];
    for (const [column, target] of to.entries()) {
      let cost = Math.min(
        (last[column + 1] ?? 0) + 1,
        (costs[column] ?? 0) + 1,
        (last[column] ?? 0) + (letter === target ? 0 : 1),
      );
      if (letter === to[column - 1] && target === from[row - 1])
        cost = Math.min(cost, (beforeLast[column - 1] ?? 0) + 1);
      costs.push(cost);
    }
    if (Math.min(...costs) > max) return max + 1;
    [beforeLast, last] = [last, costs];
  }
  return Math.min(last.at(-1) ?? 0, max + 1);
}
