import { expect, test } from 'vitest';
import { networkLetters } from './networks.ts';

test('gives each network a letter in the order of its first use, and none to an unknown one', () => {
  const letter = networkLetters();
  expect(['x', null, 'y', 'x', 'z'].map(letter)).toEqual(['A', null, 'B', 'A', 'C']);
});

test('goes on with two letters', () => {
  const letter = networkLetters();
  const letters = Array.from({ length: 703 }, (_, index) => letter(String(index)));
  expect([25, 26, 27, 51, 52, 701, 702].map((index) => letters[index])).toEqual([
    'Z',
    'AA',
    'AB',
    'AZ',
    'BA',
    'ZZ',
    'AAA',
  ]);
});
