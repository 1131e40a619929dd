import { expect, test } from 'vitest';
import { previewCsv } from './csv-preview.ts';

const preview = (text: string, isWhole = true) => previewCsv(new TextEncoder().encode(text), 3, isWhole);
const titles = (text: string, isWhole = true) => preview(text, isWhole).map(({ title }) => title);

test('reads columns in any order and shows three rows', () => {
  const text =
    'Category,URL,title,description\nGames,https://a.example/,A,About A\nNews,u,B,b\nNews,u,C,c\nNews,u,D,d\n';
  expect(preview(text)[0]).toEqual({
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
  ['semicolons', 'title;url\n"A;B";u\n', ['A;B']],
  ['tabs', 'title\turl\nA\tu\n', ['A']],
  ['a line that names the separator', 'sep=;\r\ntitle;url\r\nA;u\r\n', ['A']],
  ['rows of empty cells', 'title,url\n,\nA,u\n,\n', ['A']],
  ['Ctrl-Z at the end', 'title,url\r\nA,u\r\n\x1a', ['A']],
  ['no rows', 'title,url\n', []],
  ['an empty file', '', []],
  ['a missing column', 'name\nA\n', ['']],
  ['formulas', 'title\n=1+1\n', ['=1+1']],
])('reads %s', (_, text, expected) => {
  expect(titles(text)).toEqual(expected);
});

test('reads UTF-16', () => {
  const bytes = new Uint8Array(Buffer.from('\uFEFFtitle\turl\r\nÄ\tu\r\n', 'utf16le'));
  expect(previewCsv(bytes, 3, true).map(({ title }) => title)).toEqual(['Ä']);
});

test('excludes a last row that the preview cuts off', () => {
  expect(titles('title,url\nA,u\nB', false)).toEqual(['A']);
  expect(titles('title,url\nA,u\n"B', false)).toEqual(['A']);
});
