import type { Language } from '@zapdeck/contract/wire/languages';
import { expect, test } from 'vitest';
import { preferredLanguage } from './preferred-language.ts';

const offered = ['en', 'de', 'pt-BR', 'zh-Hans'] as unknown as Language[];

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['fr;q=0.9, de;q=0.8, en;q=0.7', 'de'],
  ['en;q=0.1, de;q=0.2', 'de'],
  ['pt-PT', 'pt-BR'],
  ['zh-CN', 'zh-Hans'],
  ['zh', 'zh-Hans'],
  // Traditional script is another way of writing.
  ['zh-TW', undefined],
  ['zh-TW, en', 'en'],
  ['zh-TW,zh;q=0.9,en;q=0.8', 'en'],
  ['zh-Hant-HK,zh;q=0.9', undefined],
  ['zh-TW,zh;q=0.9,zh-CN;q=0.8', 'zh-Hans'],
  ['zh-CN,zh;q=0.9,en', 'zh-Hans'],
  ['de;q=0, en', 'en'],
  ['*', undefined],
  ['', undefined],
  ['not a tag!!, __, de', 'de'],
  [undefined, undefined],
])('returns for %j the language %s', (header, expected) => {
  expect(preferredLanguage(header, offered)).toBe(expected);
});
