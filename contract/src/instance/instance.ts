import * as z from 'zod/mini';
import { ColourPair } from '../pictures/accent.ts';
import { Email, LanguageTag } from '../sign-in/auth.ts';
import { DEFAULT_LANGUAGE, type Language, languages } from '../wire/languages.ts';
import { line, prose, requiredLine } from '../wire/lines.ts';
import { message } from '../wire/message.ts';
import { Colour } from '../pictures/pictures.ts';
import { Count, Id, pageQuery } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';
import { Saved, versioned } from './settings.ts';
import { SOFTWARE_NAME } from './software-name.ts';

export const INSTANCE_NAME_MAX = 40;
export const TAGLINE_MAX = 100;
export const INSTANCE_DESCRIPTION_MAX = 300;
export const CONTACT_MAX = 300;
export const HEADING_MAX = 60;
export const SUBTITLE_MAX = 200;
export const NOTE_MAX = 500;
export const QUESTION_MAX = 300;

const tags = Object.keys(languages) as [Language, ...Language[]];

/** A text by language. The text in the default language replaces a missing one. */
export type Translated = Partial<Record<Language, string>>;

export const translated = <Text extends z.ZodMiniType<string, string>>(one: Text) =>
  z.partialRecord(LanguageTag, one);

/** `https:page` would lead to a page of this instance. */
const isAddress = (value: string) => /^https?:\/\//i.test(value) && URL.canParse(value);

const webAddress = z.refine<string>(
  (value) => value === '' || isAddress(value),
  message('Please enter an address that starts with https://'),
);

const contactAddress = z.refine<string>(
  (value) => value === '' || Email.safeParse(value).success || isAddress(value),
  message('Please enter an email address or an address that starts with https://'),
);

/** Address of a page on another site. It takes the place of the text, which has an endpoint of its own. */
const LegalPage = z.object({ url: line(CONTACT_MAX).check(webAddress) });

const LegalPages = z.object({ privacy: LegalPage, terms: LegalPage, imprint: LegalPage });

const OwnTexts = z.object({
  heading: translated(line(HEADING_MAX)),
  subtitle: translated(line(SUBTITLE_MAX)),
  note: translated(prose(NOTE_MAX)),
});

const ALLOWED_DOMAINS_MAX = 50;
const DOMAIN_MAX = 253;

/** Returns the domain in punycode, as it stands in email addresses. Undefined if it is no domain. */
export function domainInAscii(domain: string): string | undefined {
  const address = `https://${domain}`;
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || !URL.canParse(address)) return undefined;
  const { hostname } = new URL(address);
  return Email.safeParse(`someone@${hostname}`).success ? hostname : undefined;
}

/** The part of an email address behind the @. Letters beyond ASCII stay, because people read them. */
const Domain = z.string().check(
  z.trim(),
  z.normalize(),
  z.toLowerCase(),
  z.maxLength(DOMAIN_MAX),
  z.refine(
    (value) => domainInAscii(value) !== undefined,
    message('Please enter a domain such as example.org'),
  ),
);

export const REGISTRATIONS = ['open', 'invitation', 'approval', 'closed'] as const;

/** Settings that admins edit. Empty texts count as missing. */
export const InstanceSettings = z.object({
  name: requiredLine(INSTANCE_NAME_MAX, message('A name is required')),
  tagline: translated(line(TAGLINE_MAX)),
  description: translated(line(INSTANCE_DESCRIPTION_MAX)),
  accent: z.nullable(Colour),
  contact: line(CONTACT_MAX).check(contactAddress),
  showPoweredBy: z.boolean(),
  defaultLanguage: LanguageTag,
  languages: z
    .array(LanguageTag)
    .check(z.minLength(1, message('Please choose a language')), z.maxLength(tags.length)),
  registration: z.enum(REGISTRATIONS),
  /** People who sign up answer it while sign-up needs approval. */
  registrationQuestion: translated(line(QUESTION_MAX)),
  /** Members need an address at one of these domains. If empty, any address is allowed. */
  allowedDomains: z.array(Domain).check(z.maxLength(ALLOWED_DOMAINS_MAX)),
  guests: z.boolean(),
  landing: OwnTexts,
  about: OwnTexts,
  submitNote: translated(prose(NOTE_MAX)),
  legal: LegalPages,
});
export type InstanceSettings = z.infer<typeof InstanceSettings>;

const noTexts = { heading: {}, subtitle: {}, note: {} };
const nowhere = { url: '' };

export const defaultInstance: InstanceSettings = {
  name: SOFTWARE_NAME,
  tagline: {},
  description: {},
  accent: null,
  contact: '',
  showPoweredBy: true,
  defaultLanguage: DEFAULT_LANGUAGE,
  languages: tags,
  registration: 'open',
  registrationQuestion: {},
  allowedDomains: [],
  guests: true,
  landing: noTexts,
  about: noTexts,
  submitNote: {},
  legal: { privacy: nowhere, terms: nowhere, imprint: nowhere },
};

export const Logo = z.string().check(z.regex(/^[0-9a-f]{32}$/));

const LegalTextIds = z.partialRecord(LanguageTag, Id);

/**
 * The settings in force. `logo` is the name of the uploaded logo, or null. `termsVersion` is the version that members must
 * have accepted while terms are published; 0 before the first terms. `legalTexts` are the ids of the texts of legal pages in
 * force, by language. `requireFactor` is set by a call of its own.
 */
export const Instance = z.extend(InstanceSettings, {
  logo: z.nullable(Logo),
  termsVersion: Count,
  legalTexts: z.object({ privacy: LegalTextIds, terms: LegalTextIds, imprint: LegalTextIds }),
  requireFactor: z.boolean(),
});
export type Instance = z.infer<typeof Instance>;

/** The settings of a new instance. */
export const newInstance: Instance = {
  ...defaultInstance,
  logo: null,
  termsVersion: 0,
  legalTexts: { privacy: {}, terms: {}, imprint: {} },
  requireFactor: false,
};

const OwnText = z.nullable(z.string());
const ShownTexts = z.object({ heading: OwnText, subtitle: OwnText, note: OwnText });

/** Public settings, with texts in one language. Null means the standard text or look. */
export const PublicInstance = z.object({
  name: z.string(),
  tagline: OwnText,
  description: OwnText,
  accent: z.nullable(z.object({ fill: ColourPair, ink: ColourPair, soft: ColourPair })),
  /** An address to open: `mailto:` or `https:`. */
  contact: OwnText,
  showPoweredBy: z.boolean(),
  defaultLanguage: LanguageTag,
  languages: z.array(LanguageTag),
  registration: z.enum(REGISTRATIONS),
  registrationQuestion: OwnText,
  allowedDomains: z.array(z.string()),
  guests: z.boolean(),
  landing: ShownTexts,
  about: ShownTexts,
  submitNote: OwnText,
  /** Addresses of published pages. */
  legal: z.object({ privacy: z.string(), terms: OwnText, imprint: OwnText }),
  /** Version of the terms in force. Null without published terms. */
  termsVersion: z.nullable(Count),
  logo: z.nullable(Logo),
});
export type PublicInstance = z.infer<typeof PublicInstance>;

export const readInstance = route({
  method: 'GET',
  path: '/api/instance',
  summary: 'Get the name, look, texts and rules of this instance',
  access: 'public',
  response: PublicInstance,
});

export const adminInstance = route({
  method: 'GET',
  path: '/api/admin/instance',
  summary: 'Get the settings of this instance',
  access: 'admin',
  scope: 'admin:read',
  versioned: true,
  response: Instance,
});

const ESCAPED_BYTES = 6;
const TEXTS_MAX =
  3 * (HEADING_MAX + SUBTITLE_MAX + NOTE_MAX) + TAGLINE_MAX + INSTANCE_DESCRIPTION_MAX + QUESTION_MAX;
const OTHERS_MAX_BYTES = ESCAPED_BYTES * ALLOWED_DOMAINS_MAX * DOMAIN_MAX + 32 * 1_024;

/** Fields and legal pages that are left out keep their values. */
export const saveInstance = route({
  method: 'PUT',
  path: '/api/admin/instance',
  summary: 'Save the settings of this instance',
  access: 'admin',
  proof: { when: 'it changes who may join' },
  keyless: true,
  bodyMaxBytes: ESCAPED_BYTES * TEXTS_MAX * tags.length + OTHERS_MAX_BYTES,
  versioned: true,
  body: z
    .extend(versioned(z.partial(InstanceSettings)), {
      legal: z.optional(z.partial(LegalPages)),
      /** The version of the terms that this save replaces. If it is set, members have to accept the terms again. */
      replacesTermsVersion: z.optional(Count),
    })
    .check(z.refine((body) => Object.keys(body).length > 0)),
  response: Instance,
});

export const LOGO_FIELD = 'logo';
export const LOGO_MAX_BYTES = 1024 * 1024;
const FORM_OVERHEAD_BYTES = 16 * 1024;

/** Takes a PNG, JPEG, WebP or SVG file. The server redraws it in all sizes and never serves the uploaded file. */
export const uploadLogo = route({
  method: 'PUT',
  path: '/api/admin/instance/logo',
  summary: 'Upload the logo of this instance',
  access: 'admin',
  scope: 'admin:write',
  encoding: 'multipart',
  bodyMaxBytes: LOGO_MAX_BYTES + FORM_OVERHEAD_BYTES,
  response: Instance,
  errors: ['picture_too_slow'],
});

export const removeLogo = route({
  method: 'DELETE',
  path: '/api/admin/instance/logo',
  summary: 'Return to the standard logo',
  access: 'admin',
  scope: 'admin:write',
  keyless: true,
  response: Instance,
});

/** Versions in one response. Each may have tens of kilobytes. */
export const INSTANCE_VERSIONS_MAX = 50;

export const instanceHistory = route({
  method: 'GET',
  path: '/api/admin/instance/history',
  summary: 'List all saved settings of this instance, newest first',
  access: 'admin',
  scope: 'admin:read',
  query: pageQuery(INSTANCE_VERSIONS_MAX),
  response: z.array(z.extend(Saved, { values: InstanceSettings })),
});
