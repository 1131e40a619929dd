import { expect, test } from 'vitest';
import { csvDialect } from './csv-dialect.ts';

test.each([
  ['title,description,url', ',', 0],
  ['title;description;url', ';', 0],
  ['title\tdescription\turl', '\t', 0],
  ['"title; or name",url,tags', ',', 0],
  ['sep=;\ntitle;url', ';', 5],
  ['SEP=|\ntitle|url', '|', 5],
  ['\n\ntitle;url\na,b,c,d', ';', 0],
  ['title', ',', 0],
  ['', ',', 0],
])('csvDialect of %j returns the separator %j', (beginning, separator, skipped) => {
  expect(csvDialect(beginning)).toEqual({ separator, skipped });
});
