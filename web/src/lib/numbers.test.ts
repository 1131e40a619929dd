import { i18n } from '@lingui/core';
import { afterEach, expect, test } from 'vitest';
import { formatCount, formatScore, formatSetting } from './numbers.ts';

afterEach(() => i18n.activate('en'));

test('formats numbers in full, with grouped digits', () => {
  expect([0, 999, 1_234, 1_234_567].map(formatCount)).toEqual(['0', '999', '1,234', '1,234,567']);
  expect([12, 1_234.56].map(formatScore)).toEqual(['12.0', '1,234.6']);
  expect([10, 0.001].map(formatSetting)).toEqual(['10', '0.001']);
});

test.each([
  ['de', '1.234,6'],
  ['pseudo', '1,234.6'],
])('groups digits as in %s', (locale, text) => {
  i18n.load(locale, {});
  i18n.activate(locale);
  expect(formatScore(1_234.56)).toBe(text);
});
