import { readdirSync } from 'node:fs';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { filled, message } from '@zapdeck/contract/wire/message';
import { describe, expect, test } from 'vitest';
import { readTranslations } from './catalogue.ts';
import { sayIn, sayMarkedIn } from './say.ts';

describe('sayIn', () => {
  test('fills in values and plurals in English', () => {
    expect(
      sayIn('en', '{count, plural, one {# app} other {# apps}} of {name}', { count: 1200, name: 'Ada' }),
    ).toBe('1,200 apps of Ada');
  });

  test('does not change words of users', () => {
    const title = String.raw`{count} '{' \u0041 # 1`;
    expect(sayIn('en', 'This is {title}.', { title })).toBe(`This is ${title}.`);
  });

  test('accents and lengthens a text of the catalogue in the pseudo-language, but no value', () => {
    const said = sayIn('pseudo', 'There is no account with the email {email}.', { email: 'ada@example.org' });
    expect(said).toContain('ada@example.org');
    expect(said).toMatch(/^Ţ?[^a-z]*/);
    expect(said.replace('ada@example.org', '')).not.toMatch(/there|account/i);
    expect(said.length).toBeGreaterThan('There is no account with the email ada@example.org.'.length * 1.2);
  });
});

describe('sayMarkedIn', () => {
  test('translates a text that is a value of another', () => {
    const marked = filled('{who} has already changed this app. It is now pending.', {
      who: filled('Another admin'),
    });
    expect(sayMarkedIn('en', marked)).toBe('Another admin has already changed this app. It is now pending.');
    expect(sayMarkedIn('pseudo', marked)).not.toContain('Another admin');
  });

  test('translates the values of a constant of the contract', () => {
    const constant = message('At most {max} characters', { max: 50 });
    expect(sayMarkedIn('en', constant)).toBe('At most 50 characters');
    expect(sayMarkedIn('pseudo', constant)).toMatch(/50 [^a]*$/);
  });

  test('returns a text unchanged that is not in the catalogue', () => {
    expect(sayMarkedIn('pseudo', 'Words of {a moderator')).toBe('Words of {a moderator');
  });
});

test('compiles all translations', () => {
  const files = readdirSync(new URL('../../../messages/', import.meta.url));
  const tags = files.filter((file) => file.endsWith('.po')).map((file) => file.replace(/\.po$/, ''));
  expect(tags).toContain('en');
  for (const tag of tags)
    for (const [text, translation] of readTranslations(tag))
      expect(() => compileMessageOrThrow(translation), `${tag}: ${text}`).not.toThrow();
});
