import { describe, expect, test } from 'vitest';
import { axisOf, decide, followOf, progressOf, speedOf, tiltOf } from './swipe-rules.ts';

test.each([
  [0, 0, null],
  [7, 0, null],
  [5, 5, null],
  [8, 0, 'across'],
  [-8, 3, 'across'],
  [3, 9, 'along'],
  [6, 6, 'along'],
])('axisOf: a movement of %i, %i goes %s', (dx, dy, axis) => {
  expect(axisOf(dx, dy)).toBe(axis);
});

describe('followOf', () => {
  test.each([
    ['has not moved where the axis is decided', 8, 0],
    ['is under the finger a little later', 40, 40],
    ['is under it at once when the first report is far out', 64, 64],
    ['to the left as well', -64, -64],
    ['nor before', 3, 0],
  ])('%s', (_, dx, x) => {
    expect(followOf(dx)).toBe(x);
  });

  test('never jumps or turns back', () => {
    const way = Array.from({ length: 120 }, (_, px) => followOf(px - 60));
    const steps = way.slice(1).map((x, index) => x - (way[index] ?? 0));
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...steps)).toBeLessThanOrEqual(1.3);
  });
});

describe('decide', () => {
  test.each([
    ['nowhere', 0, 0, null],
    ['a short slow drag', 60, 0.2, null],
    ['a third of the width', 130, 0, 'right'],
    ['just less than a third', 129, 0, null],
    ['a third to the left', -130, 0, 'left'],
    ['a short throw', 30, 0.45, 'right'],
    ['a short throw to the left', -30, -0.6, 'left'],
    ['a throw back from far out', 200, -0.5, null],
    ['a slow way back from far out', 200, -0.3, 'right'],
    ['a throw back to the right from the left', -250, 0.45, null],
  ])('%s', (_, dx, speed, direction) => {
    expect(decide(dx, speed, 390)).toBe(direction);
  });
});

describe('speedOf', () => {
  test('ignores older samples', () => {
    const samples = [
      { place: 0, at: 0 },
      { place: 300, at: 50 },
      { place: 300, at: 200 },
      { place: 310, at: 250 },
    ];
    expect(speedOf(samples, 260)).toBeCloseTo(0.2);
  });
  test('works with few samples', () => {
    const samples = [
      { place: 0, at: 0 },
      { place: 100, at: 200 },
    ];
    expect(speedOf(samples, 250)).toBeCloseTo(0.5);
  });
  test('is 0 after a rest', () => {
    expect(
      speedOf(
        [
          { place: 0, at: 0 },
          { place: 100, at: 20 },
        ],
        500,
      ),
    ).toBe(0);
  });
  test('is 0 for a single sample', () => {
    expect(speedOf([{ place: 5, at: 10 }], 10)).toBe(0);
  });
});

test('progressOf and tiltOf stop at their limits', () => {
  expect(progressOf(65, 390)).toBeCloseTo(0.5);
  expect(progressOf(-4_000, 390)).toBe(-1);
  expect(tiltOf(4_000, 390, 1)).toBe(9);
  expect(tiltOf(195, 390, -1)).toBeCloseTo(-4.5);
});
