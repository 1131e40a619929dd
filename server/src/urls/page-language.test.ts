import { appLanguageOf, appLanguages } from '@zapdeck/contract/apps/app-languages';
import { expect, test } from 'vitest';
import { readPageHead } from './page-head.ts';
import { pageLanguage } from './page-facts.ts';

interface Sent {
  status?: number;
  headers?: Record<string, string[]>;
}

function languageOf(html: string, { status = 200, headers = {} }: Sent = {}): string | null {
  const page = { url: 'https://page.example.com/', status, headers, body: Buffer.from(html) };
  return pageLanguage(page, readPageHead(page));
}

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['EN_us', 'en'],
  [' fr ', 'fr'],
  ['zh', 'zh-Hans'],
  ['zh-TW', 'zh-Hant'],
  ['zh-Hant-HK', 'zh-Hant'],
  ['cmn', 'zh-Hans'],
  ['nb-NO', 'no'],
  ['nn', 'no'],
  ['iw', 'he'],
  ['tl', 'fil'],
  ['sr-Latn', 'sr'],
])('reads the tag %j as the language %s', (tag, language) => {
  expect(appLanguageOf(tag)).toBe(language);
});

test.each(['', 'x', 'xx', 'und', 'zxx', 'mul', 'english', 'de, en', '{{lang}}', '<script>', 'e n'])(
  'reads no language from the tag %j',
  (tag) => {
    expect(appLanguageOf(tag)).toBeNull();
  },
);

test('reads each language of apps from its own tag', () => {
  expect(appLanguages.filter((tag) => appLanguageOf(tag) !== tag)).toEqual([]);
});

const OG = '<meta property="og:locale" content="fr_FR">';

test('prefers the root element to the header, and the header to the preview', () => {
  const headers = { 'content-language': ['es'] };
  expect(languageOf(`<html lang="de-DE"><head>${OG}`, { headers })).toBe('de');
  expect(languageOf(`<html><head>${OG}`, { headers })).toBe('es');
  expect(languageOf(`<html><head>${OG}`)).toBe('fr');
  expect(languageOf('<html xml:lang="ja">')).toBe('ja');
  expect(languageOf('<title>No root element</title>')).toBeNull();
});

test('ignores invalid tags, and a header with several languages', () => {
  expect(languageOf(`<html lang="{{ locale }}"><head>${OG}`)).toBe('fr');
  expect(languageOf(`<html lang="${'de-'.repeat(500_000)}"><head>${OG}`)).toBe('fr');
  expect(languageOf('<html>', { headers: { 'content-language': ['de, en'] } })).toBeNull();
  expect(languageOf('<html lang="">', { headers: { 'content-language': ['pt'] } })).toBe('pt');
});

test('uses only the first root element, and none inside the body', () => {
  expect(languageOf('<html lang="de"><html lang="fr">')).toBe('de');
  expect(languageOf('<title>x</title><body><html lang="fr">')).toBeNull();
});

test('reads no language from an error page', () => {
  expect(languageOf('<html lang="en">', { status: 403 })).toBeNull();
});

test('reads the language of other files from the header', () => {
  const headers = { 'content-type': ['image/svg+xml'], 'content-language': ['de'] };
  expect(languageOf('<svg/>', { headers })).toBe('de');
});
