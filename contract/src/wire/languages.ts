/** Languages of screens, mails and public pages, by BCP 47 tag. Each has a file in `messages/`. */
export const languages = {
  en: { name: 'English', dir: 'ltr' },
  de: { name: 'Deutsch', dir: 'ltr' },
  es: { name: 'Español', dir: 'ltr' },
  fr: { name: 'Français', dir: 'ltr' },
  // oxlint-disable-next-line zapdeck/literal-text -- The names of languages are not translated.
  'pt-BR': { name: 'Português (Brasil)', dir: 'ltr' },
  ja: { name: '日本語', dir: 'ltr' },
  'zh-Hans': { name: '简体中文', dir: 'ltr' },
  ar: { name: 'العربية', dir: 'rtl' },
} as const;

export type Language = keyof typeof languages;

export const DEFAULT_LANGUAGE: Language = 'en';
