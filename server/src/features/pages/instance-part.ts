import type { Instance, PublicInstance } from '@zapdeck/contract/instance';
import { publicInstance } from '@zapdeck/contract/public-instance';
import { escapeHtml, jsonBlock } from '../../http/html.ts';
import type { LivePart } from '../../http/live-page.ts';
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

function valuesOf(instance: Instance): Record<string, string> {
  const shown = publicInstance(instance, instance.defaultLanguage);
  const texts = Object.entries(textsOf(shown)).map(([name, text]) => [name, escapeHtml(text ?? '')]);
  return {
    ...Object.fromEntries(texts),
    INSTANCE: jsonBlock(shown).text,
    MARK: flag(shown.logo === null),
    POWERED_BY: flag(shown.showPoweredBy),
  };
}

/** Values of the placeholders in `web/src/lib/instance.ts` and `web/build/page.ts`. */
export function instancePart(instance: () => Instance): LivePart {
  let made: { of: Instance; texts: readonly string[] } | undefined;
  const names = Object.keys(valuesOf(instance()));
  return {
    places: names.map((name) => `%${name}%`),
    now() {
      const current = instance();
      if (made?.of !== current) made = { of: current, texts: Object.values(valuesOf(current)) };
      return made.texts;
    },
  };
}
