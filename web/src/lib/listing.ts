import { t } from '@lingui/core/macro';
import type { App } from '@zapdeck/contract/apps/apps';
import {
  type choiceFields,
  type EditableField,
  type ListingFieldName,
  makerFields,
  namesOf,
} from '@zapdeck/contract/apps/listing';

/** The fields that makers write, as typed. */
export type Listing = Pick<App, keyof typeof makerFields>;

const fields: Readonly<Record<keyof Listing, EditableField>> = makerFields;
const names = namesOf(fields);

/** Returns the listing of an app. */
export function listingOf(app: Listing): Listing {
  return Object.fromEntries(names.map((name) => [name, app[name]])) as Listing;
}

type Value = string | string[] | null;

function emptyValue({ kind, isOptional }: EditableField): Value {
  if (kind === 'tags') return [];
  return isOptional ? null : '';
}

export const emptyListing = Object.fromEntries(
  names.map((name) => [name, emptyValue(fields[name])]),
) as Listing;

const isText = (value: unknown) => typeof value === 'string';

function validValue(value: unknown, { kind, isOptional }: EditableField): Value | undefined {
  if (kind === 'tags') return Array.isArray(value) ? value.filter(isText) : undefined;
  return isText(value) || (value === null && isOptional) ? value : undefined;
}

/** Returns the valid values of a stored draft. */
export function listingIn(draft: Readonly<Record<string, unknown>>): Partial<Listing> {
  const values = names.map((name) => [name, validValue(draft[name], fields[name])] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** Returns the labels of the fields of a listing. */
export const listingLabels = (): Record<ListingFieldName, string> => ({
  title: t`Title`,
  description: t`Description`,
  url: t`URL`,
  category: t`Category`,
  language: t`Language`,
  tags: t`Tags`,
  thumbnailUrl: t`URL of its picture`,
});

/** Returns the names of fields for the middle of a sentence. */
export const listingNames = (): Record<ListingFieldName, string> => ({
  title: t`title`,
  description: t`description`,
  url: t`URL`,
  category: t`category`,
  language: t`language`,
  tags: t`tags`,
  thumbnailUrl: t`picture`,
});

/** Returns the first options of fields with a list of values. */
export const listingPrompts = (): Record<keyof typeof choiceFields, string> => ({
  category: t`Choose a category`,
  language: t`Not known`,
});
