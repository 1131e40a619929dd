/** Languages of the screens, mails and public pages, by BCP 47 tag, with their own names. Each has a file in `messages/`. */
export const languages = {
  en: { name: 'English', dir: 'ltr' },
} as const;

export type Language = keyof typeof languages;

export const DEFAULT_LANGUAGE: Language = 'en';
