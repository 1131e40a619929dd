import { localized } from './localized.ts';

const names = localized((locales) => new Intl.DisplayNames(locales, { type: 'language' }));

/** Returns the name of a language of apps in the language of the page. */
export const languageName = (tag: string): string => names().of(tag) ?? tag;
