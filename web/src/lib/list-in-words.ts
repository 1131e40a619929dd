import { localized } from './localized.ts';

const list = localized((locales) => new Intl.ListFormat(locales));

/** Joins parts in the page's language: "title, tags, and address". */
export const listInWords = (parts: readonly string[]): string => list().format(parts);
