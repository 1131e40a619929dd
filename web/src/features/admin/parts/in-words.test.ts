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
  [['a'], '["a"]'],
])('%j reads %s', (value, text) => {
  expect(inWords(value)).toBe(text);
});
