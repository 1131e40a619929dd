import type { Instance, PublicInstance } from '@zapdeck/contract/instance';
import { DEFAULT_LANGUAGE } from '@zapdeck/contract/languages';
import { publicInstance } from '@zapdeck/contract/public-instance';
import { escapeHtml, jsonBlock } from '../../http/html.ts';
import type { LivePart } from '../../http/live-page.ts';
import { isLanguage, type ShownLanguage } from '../../languages/shown-language.ts';
import { accentAttribute } from './common/accent-attribute.ts';
import { iconPaths } from '../instance/logo-paths.ts';

const flag = (isOn: boolean) => (isOn ? 'yes' : '');

/** Texts of the placeholders, without those that only say whether an element is shown. */
function textsOf(shown: PublicInstance) {
  const { landing, about, legal } = shown;
  return {
    INSTANCE_NAME: shown.name,
    DESCRIPTION: shown.description,
    ACCENT: accentAttribute(shown),
    CONTACT: shown.contact,
    LANDING_HEADING: landing.heading,
    LANDING_SUBTITLE: landing.subtitle,
    LANDING_NOTE: landing.note,
    ABOUT_HEADING: about.heading,
    ABOUT_SUBTITLE: about.subtitle,
    ABOUT_NOTE: about.note,
    PRIVACY: legal.privacy,
    TERMS: legal.terms,
    IMPRINT: legal.imprint,
    LOGO: shown.logo,
    ICON: iconPaths(shown).icon,
    TOUCH_ICON: iconPaths(shown).touch,
  };
}

function valuesOf(instance: Instance, language: ShownLanguage): Record<string, string> {
  const shown = publicInstance(instance, isLanguage(language) ? language : instance.defaultLanguage);
  const texts = Object.entries(textsOf(shown)).map(([name, text]) => [name, escapeHtml(text ?? '')]);
  return {
    ...Object.fromEntries(texts),
    INSTANCE: jsonBlock(shown).text,
    MARK: flag(shown.logo === null),
    POWERED_BY: flag(shown.showPoweredBy),
    GUESTS: flag(shown.guests),
  };
}

/** Values of the placeholders in `web/src/lib/instance.ts` and `web/build/page.ts`. */
export function instancePart(instance: () => Instance): LivePart {
  const made = new Map<ShownLanguage, { of: Instance; texts: readonly string[] }>();
  const names = Object.keys(valuesOf(instance(), DEFAULT_LANGUAGE));
  return {
    places: names.map((name) => `%${name}%`),
    now(language) {
      const current = instance();
      const known = made.get(language);
      if (known?.of === current) return known.texts;
      const texts = Object.values(valuesOf(current, language));
      made.set(language, { of: current, texts });
      return texts;
    },
  };
}
