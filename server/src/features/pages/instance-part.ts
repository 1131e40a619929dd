import type { Instance, PublicInstance } from '@zapdeck/contract/instance/instance';
import { DEFAULT_LANGUAGE } from '@zapdeck/contract/wire/languages';
import { publicInstance } from '@zapdeck/contract/instance/public-instance';
import {
  canonicalPath,
  languageLinksPlaceholder,
  type PrerenderedScreen,
  screenNames,
  screens,
} from '@zapdeck/contract/instance/screens';
import { escapeHtml, jsonBlock } from '../../http/html.ts';
import type { LivePart } from '../../http/live-page.ts';
import { isLanguage, type ShownLanguage } from '../../languages/shown-language.ts';
import { iconPaths } from '../instance/logo-paths.ts';
import { passkeyObstacle } from '../factors/relying-party.ts';
import { accentAttribute } from './common/accent-attribute.ts';
import { languageLinks } from './common/language-links.ts';

const prerendered = screenNames.filter(
  (name): name is PrerenderedScreen => screens[name].page === 'prerendered',
);

const flag = (isOn: boolean) => (isOn ? 'yes' : '');

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

function placeholderValuesOf(
  instance: Instance,
  language: ShownLanguage,
  publicUrl: string,
): Record<string, string> {
  const shown = publicInstance(instance, isLanguage(language) ? language : instance.defaultLanguage);
  const texts = Object.entries(textsOf(shown)).map(([name, text]) => [`%${name}%`, escapeHtml(text ?? '')]);
  const links = prerendered.map((name) => [
    languageLinksPlaceholder(name),
    languageLinks(publicUrl + canonicalPath(name), instance.languages).text,
  ]);
  return {
    ...Object.fromEntries([...texts, ...links]),
    '%INSTANCE%': jsonBlock(shown).text,
    '%MARK%': flag(shown.logo === null),
    '%POWERED_BY%': flag(shown.showPoweredBy),
    '%GUESTS%': flag(shown.guests),
    '%PASSKEYS%': flag(passkeyObstacle(publicUrl) === null),
  };
}

/** Returns values of the placeholders in `web/src/lib/instance.ts` and `web/build/page.ts`. */
export function instancePart(instance: () => Instance, publicUrl: string): LivePart {
  const made = new Map<ShownLanguage, { of: Instance; texts: readonly string[] }>();
  return {
    places: Object.keys(placeholderValuesOf(instance(), DEFAULT_LANGUAGE, publicUrl)),
    now(language) {
      const current = instance();
      const known = made.get(language);
      if (known?.of === current) return known.texts;
      const texts = Object.values(placeholderValuesOf(current, language, publicUrl));
      made.set(language, { of: current, texts });
      return texts;
    },
  };
}
