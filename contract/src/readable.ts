/** Scripts in which joiners (ZWJ, ZWNJ) shape letters. */
const SHAPED =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}' +
  '\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}' +
  '\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}';

/** Hidden characters that are part of a visible one. */
const parts = [
  `(?<=[${SHAPED}])[\\u200c\\u200d](?=[${SHAPED}])`,
  '(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=[\\p{L}\\p{M}\\p{N}\\p{S}\\p{P}])[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
  '(?<=\\u{1f3f4})[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]+\\u{e007f}',
];

/** Control characters, line separators, default ignorable code points, blank Braille and interlinear annotations. */
const HIDDEN = '\\p{Cc}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800\\ufff9-\\ufffb';

const partOrHidden = new RegExp(`(${parts.join('|')})|[${HIDDEN}]`, 'gu');
const shown = new RegExp(`[^\\p{Z}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}${HIDDEN}]`, 'u');

/** Returns the text as one line: hidden characters removed, white space collapsed. */
export function readableLine(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(partOrHidden, (_all, part: string | undefined) => part ?? '')
    .trim();
}

export function isReadableLine(text: string): boolean {
  return !hasHidden(text);
}

/** Returns true if the text has no hidden characters. Line breaks and tabs are allowed. */
export function isReadable(text: string): boolean {
  return !hasHidden(text.replace(/[\n\t]/g, ' '));
}

export function isVisible(text: string): boolean {
  return shown.test(text);
}

function hasHidden(text: string): boolean {
  for (const [, part] of text.matchAll(partOrHidden)) if (part === undefined) return true;
  return false;
}

/** Check marks and emoji of medals, shields and badges, which look like the verified mark. */
const MARKS =
  /[\u221a\u237b\u2611\u2705\u2713\u2714\u{1f396}\u{1f3c5}\u{1f46e}\u{1f4db}\u{1f530}\u{1f5f8}\u{1f5f9}\u{1f6e1}\u{1f7a1}\u{1fbb1}\uaa9c]/u;

export function hasMark(name: string): boolean {
  return MARKS.test(name.normalize('NFKC'));
}
