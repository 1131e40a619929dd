/** Scripts in which joiners (ZWJ, ZWNJ) shape letters. */
const SHAPED =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}' +
  '\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}' +
  '\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}';

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

/** Returns true if the text has no hidden characters except line breaks and tabs. */
export function isReadable(text: string): boolean {
  return !hasHidden(text.replace(/[\n\t]/g, ' '));
}

const ZERO_WIDTH = /[\u00ad\u200b-\u200d\u2060\ufeff]/;

/** Removes zero-width characters, except joiners within a letter or an emoji. */
export function withoutZeroWidth(text: string): string {
  if (!ZERO_WIDTH.test(text)) return text;
  return text.replace(partOrHidden, (hidden, part?: string) => part ?? hidden.replace(ZERO_WIDTH, ''));
}

/** Returns the first hidden character except line breaks and tabs, as `U+202E`, and its place from 1. */
export function firstHidden(text: string): { code: string; place: number } | undefined {
  for (const { 0: hidden, 1: part, index } of text.replace(/[\n\t]/g, ' ').matchAll(partOrHidden)) {
    if (part !== undefined) continue;
    const code = (hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return { code: `U+${code}`, place: Array.from(text.slice(0, index)).length + 1 };
  }
  return undefined;
}

export function isVisible(text: string): boolean {
  return shown.test(text);
}

function hasHidden(text: string): boolean {
  for (const [, part] of text.matchAll(partOrHidden)) if (part === undefined) return true;
  return false;
}

/** Check marks and badge emoji, which look like the verified mark. */
const MARKS =
  /[\u221a\u237b\u2611\u2705\u2713\u2714\u{1f396}\u{1f3c5}\u{1f46e}\u{1f4db}\u{1f530}\u{1f5f8}\u{1f5f9}\u{1f6e1}\u{1f7a1}\u{1fbb1}\uaa9c]/u;

export function hasMark(name: string): boolean {
  return MARKS.test(name.normalize('NFKC'));
}
