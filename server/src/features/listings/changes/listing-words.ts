import { listingWords, type ListingWord, NOT_KNOWN } from '@zapdeck/contract/apps/listing';
import { and, isNull, type SQL, sql } from 'drizzle-orm';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';

/** Returns only the fields of the listing. */
export function listingWordsOf<Known extends Record<ListingWord, unknown>>(
  known: Known,
): Pick<Known, ListingWord> {
  return Object.fromEntries(listingWords.map((name) => [name, known[name]])) as Pick<Known, ListingWord>;
}

type ListingEdit = { [Name in ListingWord]?: AppRow[Name] | undefined };

/** Returns the fields that an edit sets, with each tag once. */
export function givenWords(edit: ListingEdit): Partial<AppRow> {
  const given = { ...edit, tags: edit.tags && [...new Set(edit.tags)] };
  return Object.fromEntries(
    listingWords.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
}

/** Returns an SQL condition for the filters on fields of the listing. */
export function listingFilter(query: Readonly<Record<string, unknown>>): SQL | undefined {
  const wanted = listingWords.filter((name) => typeof query[name] === 'string' && query[name] !== 'all');
  return and(
    ...wanted.map((name) =>
      query[name] === NOT_KNOWN ? isNull(apps[name]) : sql`${apps[name]} = ${query[name]}`,
    ),
  );
}

/** Marks a language that a person chose, so that checks of the page do not change it. Empty without a language. */
export const chosenLanguage = ({ language }: Partial<AppRow>): Partial<AppRow> =>
  language === undefined ? {} : { isLanguageOwn: true };
