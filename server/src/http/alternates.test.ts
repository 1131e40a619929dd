import { DEFAULT_LANGUAGE } from '@zapdeck/contract/languages';
import { expect, test } from 'vitest';
import { alternates } from './alternates.ts';

test('alternates names the address in each language, and the one that follows the browser', () => {
  const two = alternates('https://zaps.example.org/about', [DEFAULT_LANGUAGE, DEFAULT_LANGUAGE]);
  expect(two.match(/<link [^>]*>/g)).toEqual([
    '<link rel="alternate" hreflang="en" href="https://zaps.example.org/about?lang=en">',
    '<link rel="alternate" hreflang="en" href="https://zaps.example.org/about?lang=en">',
    '<link rel="alternate" hreflang="x-default" href="https://zaps.example.org/about">',
  ]);
});

test('alternates is empty for a single language', () => {
  expect(alternates('https://zaps.example.org/about', [DEFAULT_LANGUAGE])).toBe('');
});
