import { i18n } from '@lingui/core';
import { appLanguages } from '@zapdeck/contract/app-languages';
import { localized } from './localized.ts';

const names = localized((locales) => new Intl.DisplayNames(locales, { type: 'language' }));

/** Returns the name of a language of apps in the language of the page. */
export const languageName = (tag: string): string => names().of(tag) ?? tag;

/** Returns the name of a language in itself. A browser that does not know it returns the name in the language of the page. */
function ownName(tag: string): string {
  const name = new Intl.DisplayNames([tag, i18n.locale, 'en'], { type: 'language' }).of(tag) ?? tag;
  return name.replace(/^./u, (letter) => letter.toLocaleUpperCase(tag));
}

/** Returns all languages of apps with their own names, in the order of the names. */
export const languageChoices = localized((locales): readonly (readonly [tag: string, name: string])[] => {
  const { compare } = new Intl.Collator(locales);
  return appLanguages
    .map((tag) => [tag, ownName(tag)] as const)
    .toSorted(([, one], [, other]) => compare(one, other));
});
