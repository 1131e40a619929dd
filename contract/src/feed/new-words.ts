/** Scripts without spaces between words. Each of their characters counts as a word. */
const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');

const word = new RegExp(`[${UNSPACED}\\p{S}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+`, 'gu');

function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[\u0300-\u036F]|\p{Default_Ignorable_Code_Point}/gu, '');
  return plain.match(word) ?? [];
}

/** Returns true if most words of the longer text are not in the other. Repeated words count each time. */
export function areMostWordsNew(before: string, after: string): boolean {
  const [known, given] = [wordsOf(before), wordsOf(after)];
  const left = new Map<string, number>();
  for (const each of known) left.set(each, (left.get(each) ?? 0) + 1);
  let shared = 0;
  for (const each of given) {
    const count = left.get(each) ?? 0;
    if (count === 0) continue;
    left.set(each, count - 1);
    shared += 1;
  }
  const longest = Math.max(known.length, given.length);
  return (longest - shared) * 2 > longest;
}
