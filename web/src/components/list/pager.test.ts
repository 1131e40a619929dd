import { expect, test } from 'vitest';
import { pageMeant } from './pager.tsx';

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
])('returns for %j on page 3 of 7 the page %i', (typed, expected) => {
  expect(pageMeant(typed, { page: 3, pages: 7 })).toBe(expected);
});
