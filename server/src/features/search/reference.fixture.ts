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

/** Characters that are removed: apostrophes, and the joiner and variation selector of emoji. */
const REMOVED = new Set(["'", '\u2019', '\u200d', '\ufe0f']);
/** Letters that Unicode does not decompose, and those that they are searched as. */
const LETTERS = new Map([
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ı', 'i'],
  ['ς', 'σ'],
]);

/** Returns the words of a text. Supports the scripts that the tests use. */
export function referenceWords(text: string): string[] {
  const plain = [...text.normalize('NFKD')]
    .filter((letter) => !/[\u0300-\u036f\u064b-\u065f]/.test(letter) && !REMOVED.has(letter))
    .map((letter) => letter.toLowerCase())
    .map((letter) => LETTERS.get(letter) ?? letter)
    .join('')
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .normalize('NFC');
  return [...plain.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(([word]) => [...word].slice(0, 30).join(''));
}

/** Returns the number of typos between two words, by recursion. */
export function referenceTypos(one: string, other: string): number {
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
}

const byFrequency = (known: ReadonlyMap<string, number>) => (one: string, other: string) =>
  (known.get(other) ?? 0) - (known.get(one) ?? 0) || (one < other ? -1 : 1);

/** Returns the words that are searched for in place of each word of the query. */
function alternativesOf(apps: readonly Findable[], { query, known }: ReferenceQuery): Alternative[][] {
  const words = referenceWords(query);
  const isTyped = referenceWords(`${query}a`).length === words.length;
  const used = new Set(apps.flatMap((app) => wordsOf(app)));
  return [...new Set(words)].slice(0, 8).map((word) => {
    const exact: string[] = used.has(word) || known.has(word) ? [word] : [];
    const completions = [...known.keys()]
      .filter((other) => other !== word && other.startsWith(word))
      .toSorted(byFrequency(known))
      .slice(0, 16);
    if (isTyped && word === words.at(-1) && [...word].length >= 2) exact.push(...completions);
    if (exact.length > 0) return exact.map((one) => ({ word: one, typos: 0 }));
    const letters = [...word].length;
    const max = letters >= 9 ? 2 : letters >= 5 ? 1 : 0;
    return [...known.keys()]
      .map((other) => ({ word: other, typos: referenceTypos(word, other) }))
      .filter(({ typos }) => typos <= max)
      .toSorted((one, other) => one.typos - other.typos || byFrequency(known)(one.word, other.word))
      .slice(0, 6);
  });
}

const wordsOf = ({ title, description, category, tags, host, maker }: Findable): string[] =>
  referenceWords([title, description, category, ...tags, host, maker].join(' '));

const descending = (one: readonly number[], other: readonly number[]): number => {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at === -1 ? 0 : (other[at] ?? 0) - (one[at] ?? 0);
};

/** Returns the ids of the apps that a search finds, the best first. Rates every app. */
export function referenceSearch(apps: readonly Findable[], asked: ReferenceQuery): string[] {
  const words = alternativesOf(apps, asked).filter((alternatives) => alternatives.length > 0);
  const whole = words.map((alternatives) => alternatives[0]?.word).join(' ');
  const rated = apps.flatMap((app) => {
    const [title, all] = [referenceWords(app.title), new Set(wordsOf(app))];
    const matched = words.map((alternatives) => alternatives.filter(({ word }) => all.has(word)));
    const found = matched.filter((alternatives) => alternatives.length > 0);
    if (found.length === 0) return [];
    const inTitle = words.filter((alternatives) =>
      alternatives.some(({ word }) => title.includes(word)),
    ).length;
    const isWhole = title.join(' ') === whole;
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
