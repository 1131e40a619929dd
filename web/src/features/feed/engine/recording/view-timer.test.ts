import { beforeEach, expect, test } from 'vitest';
import { createViewTimer, type ViewTimer } from './view-tracker.ts';

let clock = 0;
let timer: ViewTimer;

beforeEach(() => {
  clock = 0;
  timer = createViewTimer(() => clock);
});

test('measures nothing before it runs', () => {
  timer.begin('a');
  clock = 500;
  expect(timer.elapsed()).toBe(0);
  expect(timer.take()).toEqual({});
});

test('leaves out pauses', () => {
  timer.begin('a');
  timer.setRunning(true);
  clock = 1_000;
  timer.setRunning(false);
  clock = 9_000;
  timer.setRunning(true);
  clock = 9_500;
  expect(timer.elapsed()).toBe(1_500);
});

test('returns each millisecond once', () => {
  timer.setRunning(true);
  timer.begin('a');
  clock = 700;
  expect(timer.take()).toEqual({ a: 700 });
  clock = 1_000;
  timer.begin('b');
  clock = 1_200;
  expect(timer.take()).toEqual({ a: 300, b: 200 });
  expect(timer.take()).toEqual({});
  expect(timer.elapsed()).toBe(200);
});

test('adds up the times of a card that is shown twice', () => {
  timer.setRunning(true);
  timer.begin('a');
  clock = 100;
  timer.begin('b');
  clock = 150;
  timer.begin('a');
  clock = 250;
  timer.begin(null);
  clock = 900;
  expect(timer.take()).toEqual({ a: 200, b: 50 });
});

test('adds nothing if the clock goes back', () => {
  timer.setRunning(true);
  clock = 1_000;
  timer.begin('a');
  clock = 400;
  expect(timer.take()).toEqual({});
});
