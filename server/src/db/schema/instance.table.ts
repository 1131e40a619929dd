import type { ClaimRole } from '@zapdeck/contract/sign-in/claim-roles';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { createdAt, id } from '../columns.ts';
import { users } from './users.table.ts';

/** A text by BCP 47 tag of its language. */
type Translated = Record<string, string>;

const translated = (name: string) => jsonb(name).$type<Translated>().notNull().default(sql`'{}'`);

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A change adds a row and retires the last one. The rows are the history. */
export const instance = pgTable(
  'instance',
  {
    id: id(),
    name: varchar('name', { length: 40 }).notNull().default('Zapdeck'),
    tagline: translated('tagline'),
    description: translated('description'),
    /** `#rrggbb`. Null for the standard colour. */
    accent: varchar('accent', { length: 7 }),
    contact: text('contact'),
    showPoweredBy: boolean('show_powered_by').notNull().default(true),
    defaultLanguage: varchar('default_language', { length: 35 }).notNull().default('en'),
    /** Offered languages. Null for all. */
    languages: text('languages').array(),
    registration: varchar('registration', { length: 20 }).notNull().default('open'),
    registrationQuestion: translated('registration_question'),
    allowedDomains: text('allowed_domains').array().notNull().default(sql`'{}'`),
    guests: boolean('guests').notNull().default(true),
    /** Admins and moderators have the rights of their role only with a second factor. */
    requireFactor: boolean('require_factor').notNull().default(false),
    /** Roles by values of the claim that `PLATFORM_ROLE_CLAIM` names. */
    claimRoles: jsonb('claim_roles').$type<ClaimRole[]>().notNull().default(sql`'[]'`),
    /** A sign-in with the platform provider counts as a second factor if the provider says that one was used. */
    trustsProviderFactor: boolean('trusts_provider_factor').notNull().default(false),
    landingHeading: translated('landing_heading'),
    landingSubtitle: translated('landing_subtitle'),
    landingNote: translated('landing_note'),
    aboutHeading: translated('about_heading'),
    aboutSubtitle: translated('about_subtitle'),
    aboutNote: translated('about_note'),
    submitNote: translated('submit_note'),
    /** Addresses of legal pages. One takes the place of the text. */
    privacyUrl: text('privacy_url'),
    termsUrl: text('terms_url'),
    imprintUrl: text('imprint_url'),
    /** Version of the terms that members must have accepted. 0 before the first terms. */
    termsVersion: integer('terms_version').notNull().default(0),
    logo: varchar('logo', { length: 32 }),
    isActive: boolean('is_active').notNull().default(true),
    savedBy: uuid('saved_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('instance_active_key').on(table.isActive).where(sql`${table.isActive}`),
    check('instance_accent', sql`${table.accent} ~ '^#[0-9a-f]{6}$'`),
    check(
      'instance_registration',
      sql`${table.registration} IN ('open', 'invitation', 'approval', 'closed')`,
    ),
  ],
);

/** Texts of legal pages in Markdown. A change adds a row and retires the last one. The rows are the history. */
export const legalTexts = pgTable(
  'legal_texts',
  {
    id: id(),
    page: varchar('page', { length: 20 }).notNull(),
    language: varchar('language', { length: 35 }).notNull(),
    /** Empty if the text was removed. */
    text: text('text').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    savedBy: uuid('saved_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('legal_texts_active_key').on(table.page, table.language).where(sql`${table.isActive}`),
    check('legal_texts_page', sql`${table.page} IN ('privacy', 'terms', 'imprint')`),
  ],
);

/** Files of logos, by their hash. Earlier logos stay, because cached pages and installed apps load them. */
export const logoFiles = pgTable(
  'logo_files',
  {
    logo: varchar('logo', { length: 32 }).notNull(),
    /** Name of the file in its address, such as `192.png`. */
    name: varchar('name', { length: 20 }).notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.logo, table.name], name: 'logo_files_pkey' })],
);
