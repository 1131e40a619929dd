import { appLanguages } from '@zapdeck/contract/apps/app-languages';
import { i18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { languageChoices } from './language-choices.ts';

test('lists each language of apps once, with its own name', () => {
  i18n.activate('en');
  const choices = languageChoices();
  expect(choices.map(([tag]) => tag).toSorted()).toEqual(appLanguages.toSorted());
  expect(new Set(choices.map(([, name]) => name)).size).toBe(appLanguages.length);
  expect(choices.filter(([tag, name]) => name.toLowerCase() === tag || !/^\p{L}/u.test(name))).toEqual([]);
  expect(choices).toContainEqual(['ba', 'Башҡортса']);
});
