import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { languages } from '@zapdeck/contract/wire/languages';

const textsOf = (language: string, field: 'msgid' | 'msgstr'): string[] => {
  const catalogue = readFileSync(join(import.meta.dirname, `../../../messages/${language}.po`), 'utf8');
  return [...catalogue.matchAll(new RegExp(`^${field} "(.+)"$`, 'gm'))].map(([, text = '']) => text);
};

const texts = textsOf('en', 'msgid');
const translations = Object.keys(languages).filter((language) => language !== 'en');

/** Texts that keep a straight apostrophe. */
const QUOTED_APOSTROPHES = [
  "Don't have an account?",
  "Passwords don't match",
  "Thank you for reporting. We'll review this app.",
];

/** Texts that keep three full stops. */
const QUOTED_DOTS = [
  '{appsReset, plural, one {Database statistics reset successfully. # app was reset to zero statistics. Refreshing page...} other {Database statistics reset successfully. # apps were reset to zero statistics. Refreshing page...}}',
  'Creating Account...',
  'Setting up guest access...',
  'Signing In...',
  'Submitting...',
  'You are logged out. Logging in again...',
];

test('has curly apostrophes in all texts except the listed ones', () => {
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.filter((text) => /\p{L}'\p{L}/u.test(text))).toEqual(QUOTED_APOSTROPHES);
});

test('has an ellipsis instead of three full stops in all texts except the listed ones', () => {
  expect(texts.filter((text) => text.includes('...'))).toEqual(QUOTED_DOTS);
});

test.each(translations)('has no three full stops in %s', (language) => {
  expect(textsOf(language, 'msgstr').filter((text) => text.includes('...'))).toEqual([]);
});

test('names the thing that failed within one text', () => {
  expect(
    texts.filter((text) => /^Couldn’t \w+ \{what\}|^(No|Nothing) .* was (sent|saved|downloaded)$/.test(text)),
  ).toEqual([]);
});

test.each(Object.keys(languages))('formats percent with Intl in %s', (language) => {
  expect(textsOf(language, 'msgstr').filter((text) => /[}\d]\s*%/u.test(text))).toEqual([]);
});

test.each(translations)('reads a count in %s as a number of things instead of a position', (language) => {
  expect(textsOf(language, 'msgstr').filter((text) => /#(\.\s|[ºª])/u.test(text))).toEqual([]);
});
