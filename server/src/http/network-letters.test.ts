import { expect, test } from 'vitest';
import { networkLetters } from './networks.ts';

test('assigns letters to networks in the order of their first use, and none to an unknown network', () => {
  const letter = networkLetters();
  expect(['x', null, 'y', 'x', 'z'].map(letter)).toEqual(['A', null, 'B', 'A', 'C']);
});

test('continues with two letters', () => {
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
