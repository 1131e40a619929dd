import * as z from 'zod/mini';
import { LanguageTag } from '../sign-in/auth.ts';
import { prose } from '../wire/lines.ts';
import { messages } from '../wire/message.ts';
import { Count, pageQuery } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';
import { Saved, versioned } from './settings.ts';

export const LEGAL_TEXT_MAX = 200_000;

export const legalPages = ['privacy', 'terms', 'imprint'] as const;
export type LegalPageName = (typeof legalPages)[number];

export const legalTitles = messages({
  privacy: 'Privacy',
  terms: 'Terms',
  imprint: 'Imprint',
} as const satisfies Record<LegalPageName, string>);

/** Markdown. The page is unpublished without a text in any language and without an address. */
export const LegalWords = z.object({ text: prose(LEGAL_TEXT_MAX) });

const LegalText = z.extend(LegalWords, { termsVersion: Count });
export type LegalText = z.infer<typeof LegalText>;

const params = z.object({ page: z.enum(legalPages), language: LanguageTag });
const path = '/api/admin/instance/legal/:page/:language';

export const legalText = route({
  method: 'GET',
  path,
  summary: 'Get the text of a legal page in a language, and the version of the terms',
  access: 'admin',
  scope: 'admin:read',
  params,
  versioned: true,
  response: LegalText,
});

const ESCAPED_BYTES = 6;

export const saveLegalText = route({
  method: 'PUT',
  path,
  summary: 'Save the text of a legal page in a language',
  access: 'admin',
  scope: 'admin:write',
  keyless: true,
  params,
  bodyMaxBytes: ESCAPED_BYTES * LEGAL_TEXT_MAX + 1_024,
  versioned: true,
  body: z.extend(versioned(LegalWords), {
    /** The version of the terms that this save replaces. If it is set, members have to accept the terms again. */
    replacesTermsVersion: z.optional(Count),
  }),
  response: LegalText,
});

/** Versions in one response. Each may have hundreds of kilobytes. */
export const LEGAL_VERSIONS_MAX = 10;

export const legalTextHistory = route({
  method: 'GET',
  path: `${path}/history`,
  summary: 'List all saved texts of a legal page in a language, newest first',
  access: 'admin',
  scope: 'admin:read',
  params,
  query: pageQuery(LEGAL_VERSIONS_MAX),
  response: z.array(z.extend(Saved, { values: LegalWords })),
});
