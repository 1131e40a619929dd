import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc'],
  ['ab🎹', 3, 'ab'],
  ['ab🎹', 4, 'ab🎹'],
  ['a👩‍👩‍👧', 5, 'a'],
  ['a🇩🇪', 3, 'a'],
  ['ae\u0301', 2, 'a'],
])('cutText of %s to %d units returns %s', (text, max, beginning) => {
  expect(cutText(text, max)).toBe(beginning);
});
