import type { AskedWord } from './asked-words.ts';

/** A query as the SQL function `search_apps` reads it. Each string is of the type `tsquery`. */
export interface AskedQuery {
  /** Matches apps with at least one of the words. */
  any: string;
  /** Matches apps with all words, those that occur in no approved app included. */
  all: string;
  /** Matches apps whose title consists of exactly the words. */
  whole: string;
  /** Queries from narrow to wide, all narrower than `any`. If too many apps match, those that match an earlier query are kept. */
  tiers: string[];
  /** For each word: queries that match it in the title, anywhere, without a typo, and with one typo. */
  words: { title: string; any: string; exact: string; near: string }[];
}

/** Matches no app, because no document has this lexeme. */
const NONE = "'#none'";
/** The SQL function `app_lexemes` cuts the lexeme of a whole title to this length. */
const WHOLE_MAX = 200;

/** Words consist of letters and digits, so nothing has to be escaped in the quotes. */
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

/** With more words, the query "all but one" takes PostgreSQL too long. */
const ALL_BUT_ONE_MAX = 4;

/** Returns queries from narrow to wide: all words, all but one, any. */
function steps(queries: readonly string[]): string[] {
  if (queries.length === 1) return [...queries];
  const hasMiddle = queries.length > 2 && queries.length <= ALL_BUT_ONE_MAX;
  return [allOf(queries), ...(hasMiddle ? [allButOne(queries)] : []), anyOf(queries)];
}

const firstOf = ({ exact, near, far }: AskedWord): string | undefined => exact[0] ?? near[0] ?? far[0];
const termsOf = ({ exact, near, far }: AskedWord): string[] => [...exact, ...near, ...far];

/** Returns the query for these words. Only `all` has the words that occur in no approved app. */
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

/** Returns the query with corrected words; null if no word was corrected. */
export function correctedText(asked: readonly AskedWord[]): string | null {
  if (asked.every(({ exact, near, far }) => exact.length > 0 || near.length + far.length === 0)) return null;
  return asked.map((word) => (word.exact.length > 0 ? word.word : (firstOf(word) ?? word.word))).join(' ');
}
