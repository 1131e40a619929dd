import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTaps, type Tap } from './taps.ts';

const once = vi.fn();
const twice = vi.fn();
let card = 1;
let tap: (tap: Tap) => void;
const finger = (x: number, y: number) => tap({ x, y, isMouse: false });

beforeEach(() => {
  vi.useFakeTimers();
  once.mockReset();
  twice.mockReset();
  tap = createTaps({ subject: () => card, once, twice });
});
afterEach(() => void vi.useRealTimers());

test('calls once if no second tap follows', () => {
  finger(10, 10);
  vi.advanceTimersByTime(249);
  expect(once).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(once).toHaveBeenCalledTimes(1);
});

test('calls twice at the second of two near taps, and starts again with a third', () => {
  finger(10, 10);
  vi.advanceTimersByTime(200);
  finger(30, 20);
  expect(twice).toHaveBeenCalledExactlyOnceWith({ x: 30, y: 20 });
  finger(30, 20);
  vi.runAllTimers();
  expect([once.mock.calls.length, twice.mock.calls.length]).toEqual([1, 1]);
});

test('calls once for each of two distant taps', () => {
  finger(10, 10);
  finger(200, 10);
  vi.runAllTimers();
  expect([once.mock.calls.length, twice.mock.calls.length]).toEqual([1, 0]);
});

test('drops a tap on a card that has left', () => {
  finger(10, 10);
  card += 1;
  vi.runAllTimers();
  expect(once).not.toHaveBeenCalled();
});

test('calls once at once for a mouse', () => {
  tap({ x: 10, y: 10, isMouse: true });
  expect(once).toHaveBeenCalledTimes(1);
});
