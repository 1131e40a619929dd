/** Scripts whose letters are shaped by the two joiners, as Persian and the languages of India write them. */
const SHAPED =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}' +
  '\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}' +
  '\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}';

/**
 * Where a character that shows nothing is a part of one that does: a joiner between letters that it shapes or pictures
 * that it makes one, the choice of a variant after what has variants, the letters in the flag of a region.
 */
const parts = [
  `(?<=[${SHAPED}])[\\u200c\\u200d](?=[${SHAPED}])`,
  '(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=[\\p{L}\\p{M}\\p{N}\\p{S}\\p{P}])[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
  '(?<=\\u{1f3f4})[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]+\\u{e007f}',
];

/**
 * What nobody can see and what changes how the rest is seen: control characters, separators of lines and paragraphs,
 * whatever Unicode has ignored when it is shown (spaces without width, directions, fillers, tags), the empty cell of
 * Braille, notes between lines.
 */
const HIDDEN = '\\p{Cc}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800\\ufff9-\\ufffb';

const partOrHidden = new RegExp(`(${parts.join('|')})|[${HIDDEN}]`, 'gu');
const shown = new RegExp(`[^\\p{Z}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}${HIDDEN}]`, 'u');

/** The text without what nobody sees, each of its runs of space and line breaks one space; a single line. */
export function readableLine(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(partOrHidden, (_all, part: string | undefined) => part ?? '')
    .trim();
}

/** Whether all that the text has can be seen; line breaks and tabs count as hidden. */
export function isReadableLine(text: string): boolean {
  return !hasHidden(text);
}

/** Whether all that the text has can be seen, where it may have lines. */
export function isReadable(text: string): boolean {
  return !hasHidden(text.replace(/[\n\t]/g, ' '));
}

/** Whether there is anything to be seen. */
export function isVisible(text: string): boolean {
  return shown.test(text);
}

function hasHidden(text: string): boolean {
  for (const [, part] of text.matchAll(partOrHidden)) if (part === undefined) return true;
  return false;
}

/** Check marks, and pictures of medals, shields and name badges, which would be taken for a mark that we give. */
const MARKS =
  /[\u221a\u237b\u2611\u2705\u2713\u2714\u{1f396}\u{1f3c5}\u{1f46e}\u{1f4db}\u{1f530}\u{1f5f8}\u{1f5f9}\u{1f6e1}\u{1f7a1}\u{1fbb1}\uaa9c]/u;

/** Returns true if the name has a check mark or a badge in it. */
export function hasMark(name: string): boolean {
  return MARKS.test(name.normalize('NFKC'));
}
