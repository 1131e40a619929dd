import type { PublicInstance } from '@zapdeck/contract/instance/instance';
import { SOFTWARE_NAME } from '@zapdeck/contract/instance/software-name';

/** True while the build renders pages. */
export const isBuild = import.meta.env.PROD && typeof document === 'undefined';

/**
 * The build writes these placeholders, and the server fills them in (`server/src/http/live-page.ts`). The server removes
 * elements whose `data-shown-if` is empty.
 */
const placeholders: PublicInstance = {
  name: '%INSTANCE_NAME%',
  tagline: null,
  description: null,
  accent: null,
  contact: '%CONTACT%',
  showPoweredBy: true,
  defaultLanguage: 'en',
  languages: ['en'],
  registration: 'open',
  registrationQuestion: null,
  allowedDomains: [],
  guests: true,
  landing: { heading: null, subtitle: null, note: '%LANDING_NOTE%' },
  about: { heading: null, subtitle: null, note: '%ABOUT_NOTE%' },
  submitNote: null,
  legal: { privacy: '%PRIVACY%', terms: '%TERMS%', imprint: '%IMPRINT%' },
  termsVersion: null,
  logo: '%LOGO%',
};

/** Settings of pages that no server has filled in: in development and in tests. */
const standard: PublicInstance = {
  ...placeholders,
  name: SOFTWARE_NAME,
  contact: null,
  landing: { heading: null, subtitle: null, note: null },
  about: { heading: null, subtitle: null, note: null },
  legal: { privacy: '/privacy', terms: null, imprint: null },
  logo: null,
};

function readInstance(): PublicInstance {
  if (isBuild) return placeholders;
  const data = globalThis.document?.getElementById('instance')?.textContent;
  return data === undefined ? standard : (JSON.parse(data) as PublicInstance);
}

/** Public settings of the instance. They change with a reload. */
export const instance = readInstance();

type Page = 'landing' | 'about';

/** Returns the instance's heading or subtitle for a page, or the software's. */
export function ownText(page: Page, part: 'heading' | 'subtitle', standardText: string): string {
  if (isBuild) return `%${page.toUpperCase()}_${part.toUpperCase()}{${standardText}}%`;
  return instance[page][part] ?? standardText;
}
