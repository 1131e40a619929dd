import { listingWords, type ListingWord } from '@zapdeck/contract/apps';
import type { AppRow } from '../../../db/schema/apps.table.ts';

/** What people wrote of an app, without all else that is known of it. */
export function wordsOf<Known extends Record<ListingWord, unknown>>(known: Known): Pick<Known, ListingWord> {
  return Object.fromEntries(listingWords.map((name) => [name, known[name]])) as Pick<Known, ListingWord>;
}

type Edit = { [Name in ListingWord]?: AppRow[Name] | undefined };

/** Of an edit, the words that were handed over, each tag once. */
export function givenWords(edit: Edit): Partial<AppRow> {
  const given = { ...edit, tags: edit.tags && [...new Set(edit.tags)] };
  return Object.fromEntries(
    listingWords.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
}
