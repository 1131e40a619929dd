import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rateOf, triedRanges } from './report.ts';

test('returns a share with its 95 % interval', () => {
  const rounded = (count: number, total: number) =>
    Object.values(rateOf(count, total)).map((value) => Math.round(1_000 * value));
  expect(rounded(18, 70)).toEqual([257, 169, 370]);
  expect(rounded(0, 70)).toEqual([0, 0, 52]);
  expect(rounded(70, 70)).toEqual([1_000, 948, 1_000]);
});

describe('ranges of times', () => {
  test('include people at their lower bound', () => {
    const times = [...Array(5).fill(2_999), ...Array(6).fill(3_000), ...Array(7).fill(200_000)];
    expect(triedRanges(times)).toEqual([
      { fromMs: 0, toMs: 3_000, people: 5 },
      { fromMs: 3_000, toMs: 10_000, people: 6 },
      { fromMs: 10_000, toMs: null, people: 7 },
    ]);
  });

  test('never contain fewer than five people, and count everyone once', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 100, max: 1_800_000 }), { maxLength: 100 }), (times) => {
        const ranges = triedRanges(times);
        expect(ranges.every(({ people }) => people >= 5)).toBe(true);
        const counted = ranges.reduce((sum, { people }) => sum + people, 0);
        expect(counted).toBe(times.length < 5 ? 0 : times.length);
        expect(ranges.slice(1).every(({ fromMs }, index) => fromMs === ranges[index]?.toMs)).toBe(true);
        if (ranges.length > 0) expect([ranges[0]?.fromMs, ranges.at(-1)?.toMs]).toEqual([0, null]);
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});
