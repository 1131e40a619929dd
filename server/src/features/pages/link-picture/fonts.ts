import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { LRUCache } from 'lru-cache';

const require = createRequire(import.meta.url);

export const HEADING_WEIGHT = 800;

/** A title needs one or two fonts of about 100 kB. */
const OPEN_MAX = 8;
const CHOSEN_MAX = 4_000;

interface Family {
  package: string;
  style: string;
}

interface Slice {
  path: string;
  isEmoji: boolean;
  ranges: readonly (readonly [from: number, to: number])[];
}

const emoji: Family = { package: '@fontsource-variable/noto-emoji', style: 'wght-normal.woff2' };
const heading: Family = { package: '@fontsource/bricolage-grotesque', style: '800-normal.woff' };
const plain: readonly Family[] = [
  '@fontsource-variable/inter',
  '@fontsource-variable/noto-sans-arabic',
  '@fontsource-variable/noto-sans-hebrew',
  '@fontsource-variable/noto-sans-jp',
  '@fontsource-variable/noto-sans-sc',
  '@fontsource-variable/noto-sans-kr',
].map((name) => ({ package: name, style: 'wght-normal.woff2' }));

function glyphRangesOf(list: string): [number, number][] {
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
    ranges: glyphRangesOf(list),
  }));
}

export interface GlyphWriter {
  font: Font;
  isEmoji: boolean;
  /** Variable fonts have their lightest or default weight. */
  weight: number;
}

export type FindWriter = (codePoint: number, isHeading: boolean) => GlyphWriter | undefined;

function fontWeightOf(font: Font): number {
  return font.variationAxes['wght']?.default ?? HEADING_WEIGHT;
}

/** Opens the bundled fonts, because servers may have none. Returns a function that finds the font for a character. */
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
    return { font, isEmoji: slice.isEmoji, weight: fontWeightOf(font) };
  };
}
