import { describe, expect, test } from 'vitest';
import { areMostWordsNew } from './new-words.ts';

describe('areMostWordsNew', () => {
  test.each([
    ['the same text', 'Kitten counter', 'Kitten counter'],
    ['half of the words', 'Kitten counter', 'Kitten timer'],
    ['another order', 'Kitten counter for two', 'For two: kitten counter'],
    ['other punctuation and spaces', 'Kitten counter!', '“Kitten”\n counter…'],
    ['another letter case', 'Straße & KITTEN', 'STRASSE & kitten'],
    ['accents added', 'Creme brulee timer', 'Crème brûlée timer'],
    ['composed and decomposed accents', 'Caf\u00E9', 'Cafe\u0301'],
    ['full-width letters', 'Piano', 'Ｐｉａｎｏ'],
    ['half of the characters of a script without spaces', '小猫计数', '小猫银行'],
    ['as many words added as there were', 'Kitten counter', 'Kitten counter for Mac'],
    ['punctuation in place of punctuation', '...', '!!!'],
  ])('returns false for %s', (_, before, after) => {
    expect(areMostWordsNew(before, after)).toBe(false);
    expect(areMostWordsNew(after, before)).toBe(false);
  });

  test.each([
    ['another text', 'Kitten counter', 'PayPal: official sign-in'],
    ['two of three words', 'Kitten counter deluxe', 'Kitten bank login'],
    ['more words added than there were', 'Kitten counter', 'Kitten counter, official PayPal login'],
    ['more than half taken away', 'Kitten counter by PayPal', 'PayPal'],
    ['a word repeated to reach the half', 'Kitten counter', 'Kitten kitten kitten PayPal'],
    ['the only word', 'Kitten', 'Kittens'],
    ['another text without spaces', '小猫计数器', '官方登录银行'],
    ['another Thai text', 'นับลูกแมว', 'ธนาคารไทย'],
    ['most of the symbols', '🐱🐱🔢', '🏦💰🔢'],
    ['words in place of punctuation', '...', 'PayPal'],
  ])('returns true for %s', (_, before, after) => {
    expect(areMostWordsNew(before, after)).toBe(true);
    expect(areMostWordsNew(after, before)).toBe(true);
  });
});
