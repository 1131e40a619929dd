import { expect, test } from 'vitest';
import { csvOf } from './save-csv.ts';

test.each([
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['one\ntwo', '"one\ntwo"'],
  ['plain', 'plain'],
  ['unknown category “=Games”', 'unknown category “=Games”'],
  ['=1+1', "'=1+1"],
  [' @SUM(A1)', "' @SUM(A1)"],
  ['＋1', "'＋1"],
  ['a;=1', `"a;'=1"`],
])('writes %j so that spreadsheets run no formula', (cell, written) => {
  expect(csvOf([[cell]])).toBe(`${written}\r\n`);
});
