import { type Rate, SPLIT_MIN, type TriedTime } from '@zapdeck/contract/feed/first-views';

/** Standard score of the bounds of a 95 % interval. */
const Z = 1.96;

/** Returns the share of `count` in `total` with its 95 % interval (Wilson). */
export function rateOf(count: number, total: number): Rate {
  const rate = count / total;
  const centre = rate + (Z * Z) / (2 * total);
  const spread = Z * Math.sqrt((rate * (1 - rate)) / total + (Z * Z) / (4 * total * total));
  const scale = 1 + (Z * Z) / total;
  return { rate, low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}

/** Lower bounds of the ranges, in milliseconds. */
const FROM_MS = [0, 3_000, 10_000, 30_000, 60_000, 180_000];

/** Counts the times in ranges. Joins neighbours until each range has `SPLIT_MIN` people. */
export function triedRanges(timesMs: readonly number[]): TriedTime[] {
  const ranges: TriedTime[] = [];
  let fromMs = 0;
  for (const [index] of FROM_MS.entries()) {
    const toMs = FROM_MS[index + 1] ?? null;
    const people = timesMs.filter((time) => time >= fromMs && time < (toMs ?? Infinity)).length;
    if (people >= SPLIT_MIN) {
      ranges.push({ fromMs, toMs, people });
      fromMs = toMs ?? 0;
    } else if (toMs === null) {
      const last = ranges.pop();
      if (last) ranges.push({ ...last, toMs: null, people: last.people + people });
    }
  }
  return ranges;
}
