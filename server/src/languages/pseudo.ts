const accents = new Map(
  [...'AaCcEeGgIiLlNnOoRrSsUuYyZz'].map((letter, at) => [letter, [...'ÅåÇçËëĞğÎîĻļÑñØøŔŕŠšÛûÝýŽž'][at]]),
);
/** Translations are often longer than English texts. */
const LONGER = 0.4;

/** Returns an English text in the pseudo-language: with accents, and 40 % longer. */
export function toPseudo(text: string): string {
  const accented = [...text].map((letter) => accents.get(letter) ?? letter).join('');
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return accented.replace(/\s*$/, (end) => '~'.repeat(Math.ceil(letters * LONGER)) + end);
}
