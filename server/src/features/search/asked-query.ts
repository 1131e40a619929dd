import type { Db } from '../../db/client.ts';
import { run } from '../../db/statement.ts';

/** Returns the number of typos between two words (optimal string alignment), or `max + 1` if there are more than `max`. */
function countTypos(one: string, other: string, max: number): number {
  const [from, to] = [[...one], [...other]];
  if (Math.abs(from.length - to.length) > max) return max + 1;
  let beforeLast: number[] = [];
  let last = to.map((_letter, index) => index + 1);
  last.unshift(0);
  for (const [row, letter] of from.entries()) {
    const costs = [row + 1];
    for (const [column, target] of to.entries()) {
      let cost = Math.min(
        (last[column + 1] ?? 0) + 1,
        (costs[column] ?? 0) + 1,
        (last[column] ?? 0) + (letter === target ? 0 : 1),
      );
      if (letter === to[column - 1] && target === from[row - 1])
        cost = Math.min(cost, (beforeLast[column - 1] ?? 0) + 1);
      costs.push(cost);
    }
    if (Math.min(...costs) > max) return max + 1;
    [beforeLast, last] = [last, costs];
  }
  return Math.min(last.at(-1) ?? 0, max + 1);
}

const CORRECTIONS_MAX = 6;

function typosAllowed(letters: number): number {
  if (letters >= 9) return 2;
  return letters >= 5 ? 1 : 0;
}

/** A word of a query with the words to search for instead, best first. */
export interface AskedWord {
  word: string;
  /** The word itself if an app has it, and its completions if it may be incomplete. `near` has one typo, `far` two. */
  exact: readonly string[];
  near: readonly string[];
  far: readonly string[];
}

interface WordRow {
  word: string;
  isKnown: boolean;
  completions: string[];
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

/** Returns the words of a query. Corrects words that occur in no app, where possible. */
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

export interface AskedQuery {
  any: string;
  all: string;
  whole: string;
  /** Queries from narrow to wide, all narrower than `any`. If too many apps match, matches of earlier ones are kept. */
  tiers: string[];
  /** Queries for each word: in the title, anywhere, without a typo, and with one typo. */
  words: { title: string; any: string; exact: string; near: string }[];
}

const NONE = "'#none'";
const WHOLE_MAX = 200;

/** Words have only letters and digits, so the quotes need no escaping. */
function lexemesOf(term: string, mark: string): string {
  const beginning = /^(.*)\*$/.exec(term)?.[1];
  if (beginning !== undefined) return `'${mark}${beginning}':*`;
  return term
    .split(' ')
    .map((lexeme) => `'${mark}${lexeme}'`)
    .join('&');
}

const oneOf = (terms: readonly string[], mark = ''): string =>
  terms.length === 0 ? NONE : `(${terms.map((term) => lexemesOf(term, mark)).join('|')})`;

const allOf = (queries: readonly string[]): string => `(${queries.join('&')})`;
const anyOf = (queries: readonly string[]): string => `(${queries.join('|')})`;
const allButOne = (queries: readonly string[]): string =>
  anyOf(queries.map((_query, left) => allOf(queries.filter((_other, index) => index !== left))));

/** For longer queries, "all but one" takes PostgreSQL too long. */
const ALL_BUT_ONE_MAX = 4;

function steps(queries: readonly string[]): string[] {
  if (queries.length === 1) return [...queries];
  const hasMiddle = queries.length > 2 && queries.length <= ALL_BUT_ONE_MAX;
  return [allOf(queries), ...(hasMiddle ? [allButOne(queries)] : []), anyOf(queries)];
}

const firstOf = ({ exact, near, far }: AskedWord): string | undefined => exact[0] ?? near[0] ?? far[0];
const termsOf = ({ exact, near, far }: AskedWord): string[] => [...exact, ...near, ...far];

/** Returns the query for these words. Only `all` contains words that occur in no approved app. */
export function queryOf(asked: readonly AskedWord[]): AskedQuery {
  const found = asked.filter((word) => firstOf(word) !== undefined);
  const all = asked.length === 0 ? NONE : allOf(asked.map((word) => oneOf([word.word, ...termsOf(word)])));
  if (found.length === 0) return { any: NONE, all, whole: NONE, tiers: [], words: [] };
  const words = found.map((word) => {
    const terms = termsOf(word);
    return { title: oneOf(terms, '='), any: oneOf(terms), exact: oneOf(word.exact), near: oneOf(word.near) };
  });
  const [titles, anywhere] = [words.map(({ title }) => title), words.map(({ any }) => any)];
  const title = [...found.map(firstOf).join(' ')].slice(0, WHOLE_MAX - 2).join('');
  const whole = `'==${title}'`;
  return {
    any: anyOf(anywhere),
    all,
    whole,
    tiers: [whole, ...steps(titles), ...steps(anywhere).slice(0, -1)],
    words,
  };
}

/** Returns the query with corrected words, or null if no word was corrected. */
export function correctedText(asked: readonly AskedWord[]): string | null {
  if (asked.every(({ exact, near, far }) => exact.length > 0 || near.length + far.length === 0)) return null;
  return asked.map((word) => (word.exact.length > 0 ? word.word : (firstOf(word) ?? word.word))).join(' ');
}
