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
])('the tag %j names the language %s', (tag, language) => {
  expect(appLanguageOf(tag)).toBe(language);
});

test.each(['', 'x', 'xx', 'und', 'zxx', 'mul', 'english', 'de, en', '{{lang}}', '<script>', 'e n'])(
  'the tag %j names no language',
  (tag) => {
    expect(appLanguageOf(tag)).toBeNull();
  },
);

test('each language of apps is named by its own tag', () => {
  expect(appLanguages.filter((tag) => appLanguageOf(tag) !== tag)).toEqual([]);
});

const OG = '<meta property="og:locale" content="fr_FR">';

test('the root element comes before the header, and the header before the preview', () => {
  const headers = { 'content-language': ['es'] };
  expect(languageOf(`<html lang="de-DE"><head>${OG}`, { headers })).toBe('de');
  expect(languageOf(`<html><head>${OG}`, { headers })).toBe('es');
  expect(languageOf(`<html><head>${OG}`)).toBe('fr');
  expect(languageOf('<html xml:lang="ja">')).toBe('ja');
  expect(languageOf('<title>No root element</title>')).toBeNull();
});

test('garbage is skipped, and so is a header with several languages', () => {
  expect(languageOf(`<html lang="{{ locale }}"><head>${OG}`)).toBe('fr');
  expect(languageOf(`<html lang="${'de-'.repeat(500_000)}"><head>${OG}`)).toBe('fr');
  expect(languageOf('<html>', { headers: { 'content-language': ['de, en'] } })).toBeNull();
  expect(languageOf('<html lang="">', { headers: { 'content-language': ['pt'] } })).toBe('pt');
});

test('only the first root element counts, and none inside the body', () => {
  expect(languageOf('<html lang="de"><html lang="fr">')).toBe('de');
  expect(languageOf('<title>x</title><body><html lang="fr">')).toBeNull();
});

test('a page of an error says nothing about the app', () => {
  expect(languageOf('<html lang="en">', { status: 403 })).toBeNull();
});

test('other files can have a language in the header', () => {
  const headers = { 'content-type': ['image/svg+xml'], 'content-language': ['de'] };
  expect(languageOf('<svg/>', { headers })).toBe('de');
});
