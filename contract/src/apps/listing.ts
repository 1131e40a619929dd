import * as z from 'zod/mini';
import { AppLanguage, appLanguageOf, appLanguages } from './app-languages.ts';
import { categories } from './categories.ts';
import { requiredLine, requiredProse } from '../wire/lines.ts';
import { message, messages } from '../wire/message.ts';

export const TITLE_MAX = 50;
export const TITLE_STORED_MAX = 100;
export const DESCRIPTION_MAX = 500;
export const URL_MAX = 2_048;
export const TAGS_MAX = 20;
export const TAG_LENGTH_MAX = 50;

export const Category = z.enum(categories, message('Please choose a category'));
export type Category = z.infer<typeof Category>;

export const tagChoices = messages([
  'New',
  'Popular',
  'AI-Powered',
  'Free',
  'Premium',
  'Mobile-Friendly',
  'Team Collaboration',
  'Open Source',
]);

const Tags = z
  .array(requiredLine(TAG_LENGTH_MAX, message('A tag cannot be empty')))
  .check(z.maxLength(TAGS_MAX));

/** Also accepts other tags of a language: `pt-BR` is `pt`. */
const LanguageByTag = z.pipe(
  z.transform<string, string>((tag) => (typeof tag === 'string' && appLanguageOf(tag)) || tag),
  AppLanguage,
);

/** A field of an app that people write. Forms, CSV files, mails and histories are made from it. */
export interface EditableField {
  kind: 'line' | 'prose' | 'address' | 'choice' | 'tags';
  schema: z.ZodMiniType;
  /** Schema of stored values, which may be older than the limits. */
  stored: z.ZodMiniType;
  name: string;
  isOptional: boolean;
  max?: number;
  choices?: {
    values: readonly string[];
    name: string;
    unknown: string;
  };
}

const fields = <Fields extends Record<string, EditableField>>(listed: Fields): Fields => listed;

export const choiceFields = fields({
  category: {
    kind: 'choice',
    schema: Category,
    stored: z.string(),
    name: message('category'),
    isOptional: false,
    choices: {
      values: categories,
      name: message('categories'),
      unknown: message('unknown category “{value}”'),
    },
  },
  language: {
    kind: 'choice',
    schema: z.nullable(LanguageByTag),
    stored: z.nullable(z.string()),
    name: message('language'),
    isOptional: true,
    choices: {
      values: appLanguages,
      name: message('languages'),
      unknown: message('unknown language “{value}”. Use a code such as en or pt.'),
    },
  },
});

export const makerFields = fields({
  title: {
    kind: 'line',
    schema: requiredLine(TITLE_MAX, message('App title is required')),
    stored: z.string(),
    name: message('title'),
    isOptional: false,
    max: TITLE_STORED_MAX,
  },
  description: {
    kind: 'prose',
    schema: requiredProse(DESCRIPTION_MAX, message('Description is required')),
    stored: z.string(),
    name: message('description'),
    isOptional: false,
    max: DESCRIPTION_MAX,
  },
  url: {
    kind: 'address',
    schema: requiredLine(URL_MAX, message('App URL is required')),
    stored: z.string(),
    name: message('URL'),
    isOptional: false,
    max: URL_MAX,
  },
  ...choiceFields,
  tags: {
    kind: 'tags',
    schema: Tags,
    stored: z.array(z.string()),
    name: message('tags'),
    isOptional: true,
  },
});

export const listingFields = fields({
  ...makerFields,
  thumbnailUrl: {
    kind: 'address',
    schema: z.nullable(requiredLine(URL_MAX, message('A URL is required'))),
    stored: z.nullable(z.string()),
    name: message('picture'),
    isOptional: true,
    max: URL_MAX,
  },
});
export type ListingFieldName = keyof typeof listingFields;

export function nameOfField(field: string): string | undefined {
  const known: Readonly<Record<string, EditableField>> = listingFields;
  return known[field]?.name;
}

export const namesOf = <Name extends string>(of: Readonly<Record<Name, unknown>>): Name[] =>
  Object.keys(of) as Name[];

export function schemasOf<Fields extends Record<string, EditableField>, Kind extends 'schema' | 'stored'>(
  of: Fields,
  kind: Kind,
) {
  const entries = Object.entries(of).map(([name, field]) => [name, field[kind]]);
  return Object.fromEntries(entries) as { [Name in keyof Fields]: Fields[Name][Kind] };
}

export const AdminListing = z.object({
  ...schemasOf(listingFields, 'schema'),
  title: requiredLine(TITLE_STORED_MAX, message('App title is required')),
});
export type AdminListing = z.infer<typeof AdminListing>;

export const SubmitForm = z.object({
  ...schemasOf(makerFields, 'schema'),
  language: z._default(z.nullable(LanguageByTag), null),
  tags: z._default(Tags, []),
});
export type SubmitForm = z.infer<typeof SubmitForm>;

const oneOrAll = <const Values extends readonly string[]>(values: Values) =>
  z._default(z.enum(['all', ...values]), 'all');

export const NOT_KNOWN = 'unknown';

export const AppFilters = z.object({ language: oneOrAll([NOT_KNOWN, ...appLanguages]) });
export type AppFilters = z.infer<typeof AppFilters>;
export const PendingAppFilters = z.object({ category: oneOrAll(categories), ...AppFilters.shape });

/** Fields that are stored unchanged. The URL is checked, and waits for review. */
export const listingWords = namesOf(makerFields).filter((name) => name !== 'url');
export type ListingWord = (typeof listingWords)[number];
