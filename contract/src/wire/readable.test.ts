import { expect, test } from 'vitest';
import {
  firstHidden,
  hasMark,
  isReadable,
  isReadableLine,
  isVisible,
  readableLine,
  withoutZeroWidth,
} from './readable.ts';

test.each([
  'Tiny Piano',
  'Crème brûlée, naïve café — “quotes” № 5',
  'می‌خواهم',
  'نامه‌ای',
  'क्‍ष',
  'ශ්‍රී ලංකා',
  'Family 👨‍👩‍👧‍👦',
  'Flag 🏴‍☠️ and 🏳️‍🌈',
  'Scotland 🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  'Thumbs 👍🏽 👩🏿‍🚀',
  'Keys 1️⃣ #️⃣ ❤️ ❤︎',
  '葛󠄀城',
  'עברית ו English',
  '日本語　全角',
  'e\u0301',
  'A price of 5\u00a0€',
])('isReadable accepts %j', (text) => {
  expect([isReadableLine(text), isVisible(text), readableLine(text).replaceAll(' ', '')]).toEqual([
    true,
    true,
    text.replace(/\s/gu, ''),
  ]);
});

test.each([
  ['a space without width', 'Tiny\u200bPiano'],
  ['a change of direction', 'Tiny\u202eonaiP'],
  ['an isolate', '\u2066Tiny\u2069'],
  ['a mark of direction', 'Tiny\u200e'],
  ['a joiner between Latin letters', 'Tiny\u200dPiano'],
  ['a parting joiner between Latin letters', 'Tiny\u200cPiano'],
  ['a joiner after a picture alone', '👍\u200d'],
  ['a joiner at the start', '\u200cمی'],
  ['a byte order mark', '\ufeffTiny'],
  ['a soft hyphen', 'Ti\u00adny'],
  ['a word joiner', 'Tiny\u2060Piano'],
  ['a filler of Hangul', 'Tiny\u3164'],
  ['a filler half as wide', 'Tiny\uffa0'],
  ['a grapheme joiner', 'Tiny\u034f'],
  ['a tag without a flag', 'Tiny\u{e0041}'],
  ['a variant of nothing', 'Tiny \ufe0f'],
  ['an empty cell of Braille', 'Tiny\u2800'],
  ['a line break', 'Tiny\nPiano'],
  ['a return', 'Tiny\rPiano'],
  ['a tab', 'Tiny\tPiano'],
  ['a separator of lines', 'Tiny\u2028Piano'],
  ['a separator of paragraphs', 'Tiny\u2029Piano'],
  ['a next line', 'Tiny\u0085Piano'],
  ['an escape', 'Tiny\u001b[31m'],
  ['a delete', 'Tiny\u007f'],
  ['a note between lines', 'Tiny\ufff9x\ufffb'],
])('isReadableLine rejects %s, and readableLine removes it', (_what, text) => {
  expect(isReadableLine(text)).toBe(false);
  expect(isReadableLine(readableLine(text))).toBe(true);
});

test('isReadable allows lines and tabs, but no hidden characters', () => {
  expect(isReadable('One\n\n\tTwo')).toBe(true);
  for (const text of ['One\rTwo', 'One\u2028Two', 'One\u200bTwo', 'One\0'])
    expect(isReadable(text)).toBe(false);
});

test('withoutZeroWidth keeps joiners of letters and emoji', () => {
  expect(withoutZeroWidth('\ufeffTi\u00adny\u200b Pi\u200da\u200cno\u2060')).toBe('Tiny Piano');
  for (const text of ['می\u200cخواهم', '👩\u200d🚀', 'a\u202eb', 'e\u0301'])
    expect(withoutZeroWidth(text)).toBe(text);
});

test('firstHidden counts letters and emoji as one place', () => {
  expect(firstHidden('👩\u200d🚀\n\u202ex\u0000')).toEqual({ code: 'U+202E', place: 5 });
  expect(firstHidden('e\u0301\tx')).toBeUndefined();
});

test.each(['', ' ', '\u00a0\u3000', '\u200b', '\u2800', '\u3164', '\ufe0f', '\u202e', '\ue000', '\n'])(
  'isVisible returns false for %j',
  (text) => expect(isVisible(text)).toBe(false),
);

test.each(['Robin ✓', 'Robin ✔️', '✅ Robin', '☑ Robin', 'Robin 🛡️', 'Robin 🏅', 'Robin √'])(
  'hasMark finds the mark in %s',
  (name) => expect(hasMark(name)).toBe(true),
);

test.each(['Robin', 'Robin 🎈', 'R2-D2', 'Åsa'])('hasMark finds no mark in %s', (name) =>
  expect(hasMark(name)).toBe(false),
);
