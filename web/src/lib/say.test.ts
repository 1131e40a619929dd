import { i18n } from '@lingui/core';
import { message } from '@zapdeck/contract/wire/message';
import { afterEach, expect, test } from 'vitest';
import { say } from './say.ts';

afterEach(() => i18n.activate('en'));

test('returns texts in English unless there is a translation', () => {
  expect(say(message('At most {max} characters', { max: 50 }))).toBe('At most 50 characters');
});

test('translates a text, with its values', () => {
  i18n.load('de', { Games: 'Spiele', 'At most {max} characters': ['Höchstens ', ['max'], ' Zeichen'] });
  i18n.activate('de');
  expect(say('Games')).toBe('Spiele');
  expect(say(message('At most {max} characters', { max: 50 }))).toBe('Höchstens 50 Zeichen');
  expect(say('This app is not available.')).toBe('This app is not available.');
});
