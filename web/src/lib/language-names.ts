import { ownNameOf } from './language-choices.ts';
import { localized } from './localized.ts';

const names = localized((locales) => new Intl.DisplayNames(locales, { type: 'language' }));

/** Returns the name of a language in the page's language, or in itself if the browser does not know it. */
export function languageName(tag: string): string {
  const name = names().of(tag);
  return name === undefined || name === tag ? ownNameOf(tag) : name;
}
