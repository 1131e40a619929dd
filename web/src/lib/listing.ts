import type { App } from '@zapdeck/contract/apps/apps';
import { type EditableField, makerFields, namesOf } from '@zapdeck/contract/apps/listing';

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
