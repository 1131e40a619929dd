import { i18n } from '@lingui/core';

/** Returns a getter for a formatter of the page's language. Unknown languages get the English one. */
export function localized<T>(create: (locales: string[]) => T): () => T {
  let locale: string | undefined;
  let formatter: T;
  return () => {
    if (locale !== i18n.locale) {
      locale = i18n.locale;
      formatter = create([locale, 'en']);
    }
    return formatter;
  };
}

const list = localized((locales) => new Intl.ListFormat(locales));

/** Joins parts in the page's language: "title, tags, and address". */
export const listInWords = (parts: readonly string[]): string => list().format(parts);
