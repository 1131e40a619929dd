import { expect, test } from 'vitest';
import { previewCsv } from './csv-preview.ts';

const titles = (text: string, isWhole = true) => previewCsv(text, 3, isWhole).map(({ title }) => title);

test('the header says which cell is what, whatever its order, and three rows are shown', () => {
  const text =
    'Category,URL,title,description\nGames,https://a.example/,A,About A\nNews,u,B,b\nNews,u,C,c\nNews,u,D,d\n';
  expect(previewCsv(text, 3, true)[0]).toEqual({
    title: 'A',
    description: 'About A',
    url: 'https://a.example/',
    category: 'Games',
  });
  expect(titles(text)).toEqual(['A', 'B', 'C']);
});

test.each([
  [
    'quotes, commas and line breaks inside',
    'title,url\n"Tiny, ""small""\nPiano",u\nB,u',
    ['Tiny, "small"\nPiano', 'B'],
  ],
  ['a byte order mark and CRLF', '\uFEFFtitle,url\r\nA,u\r\n\r\nB,u\r\n', ['A', 'B']],
  ['no rows', 'title,url\n', []],
  ['nothing', '', []],
  ['a column that is missing', 'name\nA\n', ['']],
  ['formulas stay text', 'title\n=1+1\n', ['=1+1']],
])('%s', (_, text, expected) => {
  expect(titles(text)).toEqual(expected);
});

test('a row that the beginning of the file cuts short is left out', () => {
  expect(titles('title,url\nA,u\nB', false)).toEqual(['A']);
  expect(titles('title,url\nA,u\n"B', false)).toEqual(['A']);
});
