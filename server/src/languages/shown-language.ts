import { DEFAULT_LANGUAGE, type Language, languages } from '@zapdeck/contract/wire/languages';

/** Generated from English, to find texts that are not messages. `pseudo-rtl` is written from right to left. */
export const testLanguages = { pseudo: { dir: 'ltr' }, 'pseudo-rtl': { dir: 'rtl' } } as const;

export type ShownLanguage = Language | keyof typeof testLanguages;

export const isLanguage = (tag: unknown): tag is Language =>
  typeof tag === 'string' && Object.hasOwn(languages, tag);

export const isPseudo = (tag: unknown): tag is keyof typeof testLanguages =>
  typeof tag === 'string' && Object.hasOwn(testLanguages, tag);

/** Returns the writing direction of a language. */
export const dirOf = (language: ShownLanguage): 'ltr' | 'rtl' =>
  isLanguage(language) ? languages[language].dir : testLanguages[language].dir;

/** Returns a stored language. Undefined for none, or for one that no longer exists. */
export const storedLanguage = (tag: string | null): ShownLanguage | undefined =>
  isLanguage(tag) || isPseudo(tag) ? tag : undefined;

/** Returns the language in which admins write texts. English for the pseudo-language. */
export const writtenLanguage = (language: ShownLanguage): Language =>
  isLanguage(language) ? language : DEFAULT_LANGUAGE;
