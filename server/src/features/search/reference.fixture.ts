/** An approved app with the texts and numbers that search reads. */
export interface Findable {
  id: string;
  title: string;
  description: string;
  category: string;
  tags: readonly string[];
  /** Host without "www" and the top-level domain. */
  host: string;
  maker: string;
  trending: number;
  approvalNo: number;
}

export interface ReferenceQuery {
  query: string;
  /** Number of apps by known word. */
  known: ReadonlyMap<string, number>;
  /** Maximum number of apps that are ranked. */
  ranked: number;
}

/** Characters that are removed: the joiner and variation selector of emoji. */
const REMOVED = new Set(['\u200d', '\ufe0f']);
/** Letters that Unicode does not decompose, and those that they are searched as. */
const LETTERS = new Map([
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ı', 'i'],
  ['ς', 'σ'],
  ['\u2019', "'"],
]);
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}ー]+/gu;
const isUnspaced = (word: string): boolean => word.search(UNSPACED) === 0;

/** Returns a text as it is compared. Supports the scripts that the tests use. */
const foldText = (text: string): string =>
  [...text.normalize('NFKD')]
    .filter((letter) => !/[\u0300-\u036f\u064b-\u065f]/.test(letter) && !REMOVED.has(letter))
    .map((letter) => letter.toLowerCase())
    .map((letter) => LETTERS.get(letter) ?? letter)
    .join('')
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .normalize('NFKC');

const wordsIn = (folded: string): string[] =>
  [...folded.replaceAll(UNSPACED, ' $& ').matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(([word]) =>
    [...word].slice(0, 30).join(''),
  );

/** Returns the words of a query or a whole title. */
const referenceWords = (text: string): string[] => wordsIn(foldText(text).replaceAll("'", ''));

const pairsOf = (word: string): string[] =>
  [...word].slice(1).map((letter, at) => `${[...word][at]}${letter}`);

/** Returns the words by which a text is found. */
function foundBy(text: string): Set<string> {
  const folded = foldText(text);
  const joined = folded.replaceAll(/(?<=[\p{L}\p{N}\p{M}])[-‐–._/&'](?=[\p{L}\p{N}\p{M}])/gu, '');
  const words = [folded, joined, folded.replaceAll("'", '')].flatMap((reading) => wordsIn(reading));
  return new Set(words.flatMap((word) => (isUnspaced(word) ? [...pairsOf(word), ...word] : [word])));
}

/** Returns the number of typos between two words, by recursion. */
function referenceTypos(one: string, other: string): number {
  const [from, to] = [[...one], [...other]];
  const known = new Map<string, number>();
  const count = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j;
    const key = `${i} ${j}`;
    const stored = known.get(key);
    if (stored !== undefined) return stored;
    const options = [
      count(i - 1, j) + 1,
      count(i, j - 1) + 1,
      count(i - 1, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1),
    ];
    if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
      options.push(count(i - 2, j - 2) + 1);
    const least = Math.min(...options);
    known.set(key, least);
    return least;
  };
  return count(from.length, to.length);
}

interface Alternative {
  word: string;
  typos: number;
  isIn: (words: ReadonlySet<string>) => boolean;
}

const byFrequency = (known: ReadonlyMap<string, number>) => (one: string, other: string) =>
  (known.get(other) ?? 0) - (known.get(one) ?? 0) || (one < other ? -1 : 1);

const asWritten = (word: string, typos = 0): Alternative => ({
  word,
  typos,
  isIn: (words) =>
    isUnspaced(word) ? [...pairsOf(word), ...word].every((part) => words.has(part)) : words.has(word),
});

const begunWith = (word: string): Alternative => ({
  word: `${word}…`,
  typos: 0,
  isIn: (words) => [...words].some((other) => other.startsWith(word)),
});

/** Splits a word of an unspaced script that occurs in no app into the longest parts that do. */
function knownParts(word: string, documents: readonly ReadonlySet<string>[]): string[] {
  const occurs = (part: string) => documents.some((words) => asWritten(part).isIn(words));
  if (!isUnspaced(word) || occurs(word)) return [word];
  const parts: string[] = [];
  let rest = [...word];
  while (rest.length > 1) {
    let size = 1;
    while (size < rest.length && occurs(rest.slice(0, size + 1).join(''))) size += 1;
    if (size > 1) parts.push(rest.slice(0, size).join(''));
    rest = rest.slice(size);
  }
  return parts.length > 0 ? parts : [word];
}

/** Returns the words that are searched for in place of each word of the query. */
function alternativesOf(
  documents: readonly ReadonlySet<string>[],
  { query, known }: ReferenceQuery,
): Alternative[][] {
  const isTyped = referenceWords(`${query}a`).length === referenceWords(query).length;
  const words = referenceWords(query).flatMap((word) => knownParts(word, documents));
  const isUsed = (one: Alternative) => documents.some((document) => one.isIn(document));
  return [...new Set(words)].slice(0, 8).map((word) => {
    if (isUnspaced(word)) return [asWritten(word)];
    const isBegun = isTyped && word === words.at(-1) && [...word].length >= 2;
    const completions = [...known.keys()]
      .filter((other) => isBegun && other !== word && other.startsWith(word))
      .toSorted(byFrequency(known))
      .slice(0, 16);
    const isKnown = known.has(word) || isUsed(asWritten(word));
    const exact = [...(isKnown ? [word] : []), ...completions].map((one) => asWritten(one));
    if (isBegun && completions.length < 16 && (exact.length > 0 || isUsed(begunWith(word))))
      exact.push(begunWith(word));
    const joined = words.flatMap((one, at) => {
      const next = words[at + 1];
      return next !== undefined && (one === word || next === word) && known.has(one + next)
        ? [one + next]
        : [];
    });
    exact.push(...joined.map((one) => asWritten(one)));
    if (exact.length > 0) return exact;
    const letters = [...word].length;
    const max = letters >= 9 ? 2 : letters >= 5 ? 1 : 0;
    return [...known.keys()]
      .map((other) => asWritten(other, referenceTypos(word, other)))
      .filter(({ typos }) => typos <= max)
      .toSorted((one, other) => one.typos - other.typos || byFrequency(known)(one.word, other.word))
      .slice(0, 6);
  });
}

const wordsOf = ({ title, description, category, tags, host, maker }: Findable): Set<string> =>
  foundBy([title, description, category, ...tags, host, maker].join(' '));

const descending = (one: readonly number[], other: readonly number[]): number => {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at === -1 ? 0 : (other[at] ?? 0) - (one[at] ?? 0);
};

/** Returns the ids of the apps that a search finds, the best first. Rates every app. */
export function referenceSearch(apps: readonly Findable[], asked: ReferenceQuery): string[] {
  const words = alternativesOf(apps.map(wordsOf), asked).filter((alternatives) => alternatives.length > 0);
  const whole = words.map((alternatives) => alternatives[0]?.word).join(' ');
  const rated = apps.flatMap((app) => {
    const [title, all] = [foundBy(app.title), wordsOf(app)];
    const matched = words.map((alternatives) => alternatives.filter((one) => one.isIn(all)));
    const found = matched.filter((alternatives) => alternatives.length > 0);
    if (found.length === 0) return [];
    const inTitle = words.filter((alternatives) => alternatives.some((one) => one.isIn(title))).length;
    const isWhole = referenceWords(app.title).join(' ') === whole;
    const typos = found.reduce((sum, list) => sum + Math.min(...list.map((one) => one.typos)), 0);
    const few = words.length > 4 ? words.length : Math.max(1, words.length - 1);
    const tiers = [
      isWhole,
      inTitle === words.length,
      inTitle >= few,
      inTitle > 0,
      found.length === words.length,
      found.length >= few,
      true,
    ];
    const last = [app.trending, app.approvalNo];
    return [
      {
        id: app.id,
        keep: [-tiers.indexOf(true), ...last],
        order: [inTitle + Number(isWhole), found.length, -typos, ...last],
      },
    ];
  });
  return rated
    .toSorted((one, other) => descending(one.keep, other.keep))
    .slice(0, asked.ranked)
    .toSorted((one, other) => descending(one.order, other.order))
    .map(({ id }) => id);
}
