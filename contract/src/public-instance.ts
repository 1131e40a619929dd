import { accentColours } from './accent.ts';
import type { Instance, LegalPage, LegalPageName, PublicInstance, Translated } from './instance.ts';
import type { Language } from './languages.ts';

/** Returns the text in the language, or in the default language; null if there is neither. */
export function textIn(
  texts: Translated,
  language: Language,
  { defaultLanguage }: Pick<Instance, 'defaultLanguage'>,
): string | null {
  return texts[language] ?? texts[defaultLanguage] ?? null;
}

export function isPublished({ text, url }: LegalPage): boolean {
  return url !== '' || Object.values(text).some((words) => words !== '');
}

/** Returns the version of the terms in force; null if none are published. */
export function termsInForce({ legal, termsVersion }: Instance): number | null {
  return termsVersion > 0 && isPublished(legal.terms) ? termsVersion : null;
}

const hrefOf = (name: LegalPageName, { url }: LegalPage): string => (url === '' ? `/${name}` : url);

/** Returns the address to open for a contact: `mailto:` or `https:`. Null without a contact. */
export function contactHref(contact: string): string | null {
  if (contact === '') return null;
  return /^https?:/i.test(contact) ? contact : `mailto:${contact}`;
}

/** Returns the public part of the settings, with texts in one language. */
export function publicInstance(instance: Instance, language: Language): PublicInstance {
  const {
    name,
    accent,
    showPoweredBy,
    defaultLanguage,
    languages,
    registration,
    allowedDomains,
    guests,
    logo,
    legal,
  } = instance;
  const own = (texts: Translated) => textIn(texts, language, instance);
  const ownTexts = ({ heading, subtitle, note }: Instance['landing']) => ({
    heading: own(heading),
    subtitle: own(subtitle),
    note: own(note),
  });
  return {
    name,
    tagline: own(instance.tagline),
    description: own(instance.description),
    accent: accent === null ? null : accentColours(accent),
    contact: contactHref(instance.contact),
    showPoweredBy,
    defaultLanguage,
    languages,
    registration,
    registrationQuestion: own(instance.registrationQuestion),
    allowedDomains,
    guests,
    landing: ownTexts(instance.landing),
    about: ownTexts(instance.about),
    submitNote: own(instance.submitNote),
    legal: {
      privacy: hrefOf('privacy', legal.privacy),
      terms: isPublished(legal.terms) ? hrefOf('terms', legal.terms) : null,
      imprint: isPublished(legal.imprint) ? hrefOf('imprint', legal.imprint) : null,
    },
    termsVersion: termsInForce(instance),
    logo,
  };
}
