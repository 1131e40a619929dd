import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { LRUCache } from 'lru-cache';

const require = createRequire(import.meta.url);

/** How bold a heading is; the plain text has the usual 400. */
export const HEADING_WEIGHT = 800;

/** So many files of fonts stay open: a title needs one or two, each of some 100 kB. */
const OPEN_MAX = 8;
/** Characters whose font is remembered. */
const CHOSEN_MAX = 4_000;

interface Family {
  package: string;
  /** The end of the names of its files. */
  style: string;
}

/** A piece of a family, with the characters that it is for. */
interface Slice {
  path: string;
  isEmoji: boolean;
  ranges: readonly (readonly [from: number, to: number])[];
}

const emoji: Family = { package: '@fontsource-variable/noto-emoji', style: 'wght-normal.woff2' };
const heading: Family = { package: '@fontsource/bricolage-grotesque', style: '800-normal.woff' };
/** In the order in which they are asked for a character. */
const plain: readonly Family[] = [
  '@fontsource-variable/inter',
  '@fontsource-variable/noto-sans-arabic',
  '@fontsource-variable/noto-sans-hebrew',
  '@fontsource-variable/noto-sans-jp',
  '@fontsource-variable/noto-sans-sc',
  '@fontsource-variable/noto-sans-kr',
].map((name) => ({ package: name, style: 'wght-normal.woff2' }));

function rangesOf(list: string): [number, number][] {
  return list.split(',').map((entry) => {
    const [from = 0, to = from] = entry
      .replace('U+', '')
      .split('-')
      .map((digits) => Number.parseInt(digits, 16));
    return [from, to];
  });
}

function slicesOf(family: Family): Slice[] {
  const name = family.package.split('/').at(-1) ?? '';
  const subsets = require(`${family.package}/unicode.json`) as Record<string, string>;
  return Object.entries(subsets).map(([subset, list]) => ({
    path: `${family.package}/files/${name}-${subset.replaceAll(/[[\]]/g, '')}-${family.style}`,
    isEmoji: family === emoji,
    ranges: rangesOf(list),
  }));
}

/** What writes a character: its font, and what is special about it. */
export interface Writer {
  font: Font;
  isEmoji: boolean;
  /** As it is drawn: fonts with weights of their own come in their lightest, or in the usual one. */
  weight: number;
}

export type FindWriter = (codePoint: number, isHeading: boolean) => Writer | undefined;

function weightOf(font: Font): number {
  // Of a font with one weight, that is the heading's.
  return font.variationAxes['wght']?.default ?? HEADING_WEIGHT;
}

/** Opens our own fonts, as bare machines have none: returns how to find the one that has a character. */
export function openFonts(): FindWriter {
  const plainSlices = [...plain.flatMap(slicesOf), ...slicesOf(emoji)];
  const headingSlices = [...slicesOf(heading), ...plainSlices];
  const open = new LRUCache<string, Font>({ max: OPEN_MAX });
  const fontOf = ({ path }: Slice): Font => {
    const font = open.get(path) ?? (create(readFileSync(require.resolve(path))) as Font);
    open.set(path, font);
    return font;
  };
  const choose = (codePoint: number, isHeading: boolean): Slice | undefined =>
    (isHeading ? headingSlices : plainSlices).find(
      (slice) =>
        slice.ranges.some(([from, to]) => from <= codePoint && codePoint <= to) &&
        fontOf(slice).hasGlyphForCodePoint(codePoint),
    );
  const chosen = {
    heading: new LRUCache<number, Slice | 'none'>({ max: CHOSEN_MAX }),
    plain: new LRUCache<number, Slice | 'none'>({ max: CHOSEN_MAX }),
  };
  return (codePoint, isHeading) => {
    const known = isHeading ? chosen.heading : chosen.plain;
    const slice = known.get(codePoint) ?? choose(codePoint, isHeading) ?? 'none';
    known.set(codePoint, slice);
    if (slice === 'none') return undefined;
    const font = fontOf(slice);
    return { font, isEmoji: slice.isEmoji, weight: weightOf(font) };
  };
}
