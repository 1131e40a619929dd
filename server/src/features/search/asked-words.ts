import type { Db } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import { countTypos } from './typos.ts';

/** Maximum number of corrections that a misspelt word is searched as. */
const CORRECTIONS_MAX = 6;

/** Returns how many typos are corrected in a word of this length. */
function typosAllowed(letters: number): number {
  if (letters >= 9) return 2;
  return letters >= 5 ? 1 : 0;
}

/** A word of a query, and the words that are searched for in its place. Each list has the best first. */
export interface AskedWord {
  word: string;
  /** The word itself if it occurs in an app, and its completions if it may be incomplete. */
  exact: readonly string[];
  /** Corrections of one typo. */
  near: readonly string[];
  /** Corrections of two typos. */
  far: readonly string[];
}

interface WordRow {
  word: string;
  isKnown: boolean;
  completions: string[];
  /** Known words with similar letters, each with its number of apps. */
  similar: [word: string, apps: number][];
}

function correct(word: string, similar: readonly [string, number][]): Pick<AskedWord, 'near' | 'far'> {
  const max = typosAllowed([...word].length);
  const corrections = similar
    .map(([other, apps]) => ({ other, apps, typos: countTypos(word, other, max) }))
    .filter(({ typos }) => typos <= max)
    .toSorted((a, b) => a.typos - b.typos || b.apps - a.apps || (a.other < b.other ? -1 : 1))
    .slice(0, CORRECTIONS_MAX);
  const withTypos = (count: number) =>
    corrections.filter(({ typos }) => typos === count).map(({ other }) => other);
  return { near: withTypos(1), far: withTypos(2) };
}

/** Returns the words of a query. Words that occur in no app are corrected where possible. */
export async function readAskedWords(db: Db, query: string): Promise<AskedWord[]> {
  const rows = await run<WordRow>(db, {
    text: 'SELECT word, is_known AS "isKnown", completions, similar_words AS similar FROM ask_words($1)',
    values: [query],
  });
  return rows.map(({ word, isKnown, completions, similar }) => ({
    word,
    exact: isKnown ? [word, ...completions] : completions,
    ...correct(word, similar),
  }));
}
