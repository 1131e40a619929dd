import { DEFAULT_LANGUAGE } from '@zapdeck/contract/wire/languages';
import { expect, test } from 'vitest';
import { languageLinks } from './language-links.ts';

test('returns the address in each language, and one that follows the browser', () => {
  const { text } = languageLinks('https://zaps.example.org/today?before=2026-01-02', ['en', 'pt-BR']);
  expect(text.match(/<link [^>]*>/g)).toEqual([
    '<link rel="alternate" hreflang="en" href="https://zaps.example.org/today?before=2026-01-02&amp;lang=en">',
    '<link rel="alternate" hreflang="pt-BR" href="https://zaps.example.org/today?before=2026-01-02&amp;lang=pt-BR">',
    '<link rel="alternate" hreflang="x-default" href="https://zaps.example.org/today?before=2026-01-02">',
  ]);
});

test('returns no links for a single language', () => {
  expect(languageLinks('https://zaps.example.org/about', [DEFAULT_LANGUAGE]).text).toBe('');
});
