import { expect, test } from 'vitest';
import { inWords } from './in-words.ts';

test.each([
  ['viewWeight', 'View weight'],
  ['semi_simple', 'Semi-simple'],
  ['status', 'Status'],
  ['My own title', 'My own title'],
  [true, 'on'],
  [null, 'nothing'],
  [1234.5, '1,234.5'],
  [['Free', 'New'], 'Free, New'],
  [[], 'nothing'],
  [{ a: 1 }, '{"a":1}'],
])('%j reads %s', (value, text) => {
  expect(inWords(value)).toBe(text);
});

test('a moment reads as a date and a time of day', () => {
  expect(inWords('2026-01-31T12:00:00.000Z')).toMatch(/^Jan 31, 2026, /);
});
