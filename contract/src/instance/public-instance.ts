import { accentColours } from '../pictures/accent.ts';
import type { Instance, PublicInstance, Translated } from './instance.ts';
import type { Language } from '../wire/languages.ts';
import type { LegalPageName } from './legal-texts.ts';

/** Returns the text in the language, or else in the default language, or null. */
export function textIn(
  texts: Translated,
  language: Language,
  { defaultLanguage }: Pick<Instance, 'defaultLanguage'>,
): string | null {
  return texts[language] ?? texts[defaultLanguage] ?? null;
}

export function isPublished({ legal, legalTexts }: Instance, name: LegalPageName): boolean {
  return legal[name].url !== '' || Object.keys(legalTexts[name]).length > 0;
}

/** Returns the version of the terms in force, or null if none are published. */
export function termsInForce(instance: Instance): number | null {
  const { termsVersion } = instance;
  return termsVersion > 0 && isPublished(instance, 'terms') ? termsVersion : null;
}

const hrefOf = ({ legal }: Instance, name: LegalPageName): string => legal[name].url || `/${name}`;

/** Returns the address of a contact, as `mailto:` or `https:`. Null without a contact. */
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
      privacy: hrefOf(instance, 'privacy'),
      terms: isPublished(instance, 'terms') ? hrefOf(instance, 'terms') : null,
      imprint: isPublished(instance, 'imprint') ? hrefOf(instance, 'imprint') : null,
    },
    termsVersion: termsInForce(instance),
    logo,
  };
}
