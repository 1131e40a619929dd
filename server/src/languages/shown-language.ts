import { DEFAULT_LANGUAGE, type Language, languages } from '@zapdeck/contract/wire/languages';

/** Made from the English texts, to find texts that are not messages. `pseudo-rtl` is written from right to left. */
export const testLanguages = { pseudo: { dir: 'ltr' }, 'pseudo-rtl': { dir: 'rtl' } } as const;

export type ShownLanguage = Language | keyof typeof testLanguages;

export const isLanguage = (tag: unknown): tag is Language =>
  typeof tag === 'string' && Object.hasOwn(languages, tag);

export const isPseudo = (tag: unknown): tag is keyof typeof testLanguages =>
  typeof tag === 'string' && Object.hasOwn(testLanguages, tag);

/** Returns the writing direction of a language. */
export const dirOf = (language: ShownLanguage): 'ltr' | 'rtl' =>
  isLanguage(language) ? languages[language].dir : testLanguages[language].dir;

/** Returns a stored language. Undefined without one, and for a language that no longer exists. */
export const storedLanguage = (tag: string | null): ShownLanguage | undefined =>
  isLanguage(tag) || isPseudo(tag) ? tag : undefined;

/** Returns the language of texts that admins write. For the pseudo-language it is English. */
export const writtenLanguage = (language: ShownLanguage): Language =>
  isLanguage(language) ? language : DEFAULT_LANGUAGE;
