/** Words made of syllables. Frequent ones are shorter, as in a language. */
const ONSETS =
  'b c d f g h j k l m n p r s t v w b c d f g l m n p r s t br ch cl cr fl gr pl pr sh st th tr'.split(' ');
const VOWELS = 'a e i o u a e i o u ai ea oo ou'.split(' ');
const CODAS = ['', '', '', '', '', '', ...'ck d l m n n ng nt r r s st t x'.split(' ')];

const WORDS = 50_000;
/** The most frequent words do not occur in titles. */
const FUNCTION_WORDS = 50;

const pick = (random: () => number, list: readonly string[]): string =>
  list[Math.floor(random() * list.length)] ?? '';

const inventWord = (random: () => number, syllables: number): string =>
  Array.from(
    { length: syllables },
    () => pick(random, ONSETS) + pick(random, VOWELS) + pick(random, CODAS),
  ).join('');

/** Returns different words, the most frequent first. */
export function makeVocabulary(random: () => number): string[] {
  const words = new Set<string>();
  while (words.size < WORDS) {
    const syllables = 1 + Math.floor(Math.log10(1 + words.size / 40) * (0.4 + random()));
    words.add(inventWord(random, syllables));
  }
  return [...words];
}

/** Draws a place with Zipf's law: the chance of place n falls as 1 / (n + `flat`). */
const drawPlace = (random: () => number, { places, flat }: { places: number; flat: number }): number =>
  Math.floor(flat * ((places / flat + 1) ** random() - 1));

/** Draws words by their frequency in descriptions. */
export const drawWord = (random: () => number, words: readonly string[]): string =>
  words[drawPlace(random, { places: words.length, flat: 3 })] ?? '';

/** Draws a word of titles. One of ten is a name that no other app has. */
export const drawTitleWord = (random: () => number, words: readonly string[]): string =>
  random() < 0.1
    ? inventWord(random, 2 + Math.floor(random() * 2))
    : (words[FUNCTION_WORDS + drawPlace(random, { places: words.length - FUNCTION_WORDS, flat: 20 })] ?? '');
