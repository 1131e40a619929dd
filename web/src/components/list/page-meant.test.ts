import { expect, test } from 'vitest';
import { pageMeant } from './page-meant.ts';

test.each([
  ['4', 4],
  [' 4.9 ', 4],
  ['9', 7],
  ['1e9', 7],
  ['0', 1],
  ['-3', 1],
  ['', 3],
  ['four', 3],
  ['Infinity', 3],
])('%j on page 3 of 7 leads to page %i', (typed, expected) => {
  expect(pageMeant(typed, { page: 3, pages: 7 })).toBe(expected);
});
