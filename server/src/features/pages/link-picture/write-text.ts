import bidiFactory from 'bidi-js';
import { html, type Markup } from '../../../http/html.ts';
import { type FindWriter, HEADING_WEIGHT, type GlyphWriter } from './fonts.ts';

const bidi = bidiFactory();

function isRightToLeft(text: string): boolean {
  return bidi.getEmbeddingLevels(text, 'auto').paragraphs[0]?.level === 1;
}

/** Returns the bidi level of each UTF-16 unit (odd: right to left) and the mirrored characters by index. */
function levelsOf(
  text: string,
  isRtl: boolean,
): { levels: Uint8Array; mirrored: ReadonlyMap<number, string> } {
  const found = bidi.getEmbeddingLevels(text, isRtl ? 'rtl' : 'ltr');
  return { levels: found.levels, mirrored: bidi.getMirroredCharactersMap(text, found.levels) };
}

/** Orders runs from left to right (rule L2 of Unicode Annex 9). */
export function inVisualOrder<Run extends { level: number }>(runs: readonly Run[]): Run[] {
  const line = [...runs];
  const highest = Math.max(0, ...line.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1) {
    for (let start = 0; start < line.length; start += 1) {
      let end = start;
      while ((line[end]?.level ?? -1) >= level) end += 1;
      if (end > start) line.splice(start, end - start, ...line.slice(start, end).toReversed());
      start = end;
    }
  }
  return line;
}

const STROKE_OF_WEIGHT = 0.00009;
const PLAIN_WEIGHT = 400;
const ELLIPSIS = '…';
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** The font has no letters except those of flags. */
const FLAG = /\p{Regional_Indicator}/u;
/** Scripts that can break between any two letters. */
const BREAKS_ANYWHERE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{Emoji_Presentation}]/u;

interface Style {
  size: number;
  isHeading: boolean;
  fill: string;
}

interface Box {
  x: number;
  y: number;
  width: number;
  lines: number;
  lineHeight: number;
}

interface TextRun {
  text: string;
  writer: GlyphWriter;
  level: number;
}

/** Returns the glyphs of a grapheme. Of an emoji sequence, only the first. */
function drawnOf(
  grapheme: string,
  find: FindWriter,
  isHeading: boolean,
): { text: string; writer: GlyphWriter } | undefined {
  const [first = ''] = grapheme;
  const writer = FLAG.test(grapheme) ? undefined : find(first.codePointAt(0) ?? 0, isHeading);
  if (!writer) return undefined;
  const kept = writer.isEmoji
    ? first
    : [...grapheme].filter((letter) => writer.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)).join('');
  return { text: kept, writer };
}

function runsOf(line: string, isRtl: boolean, find: FindWriter, isHeading: boolean): TextRun[] {
  const { levels, mirrored } = levelsOf(line, isRtl);
  const runs: TextRun[] = [];
  for (const { segment, index } of graphemes.segment(line)) {
    const drawn = drawnOf(mirrored.get(index) ?? segment, find, isHeading);
    if (!drawn) continue;
    const level = levels[index] ?? 0;
    const last = runs.at(-1);
    if (last && last.writer.font === drawn.writer.font && last.level === level) last.text += drawn.text;
    else runs.push({ ...drawn, level });
  }
  return runs;
}

/** Passes the direction, because fontkit would lay out Arabic digits from right to left. */
const layoutOf = ({ text, level, writer: { font } }: TextRun) =>
  font.layout(text, undefined, undefined, undefined, level % 2 === 1 ? 'rtl' : 'ltr');

function widthOf(line: string, find: FindWriter, { size, isHeading }: Style): number {
  return runsOf(line, false, find, isHeading).reduce(
    (width, run) => width + (layoutOf(run).advanceWidth * size) / run.writer.font.unitsPerEm,
    0,
  );
}

function piecesOf(text: string): string[] {
  return (text.match(/\S+\s*/g) ?? []).flatMap((word) =>
    BREAKS_ANYWHERE.test(word) ? [...graphemes.segment(word)].map(({ segment }) => segment) : [word],
  );
}

/** Returns the longest start of the text that fits with the ending. It has at least one letter. */
function cut(text: string, ending: string, fits: (line: string) => boolean): string {
  const letters = [...graphemes.segment(text.trim())].map(({ segment }) => segment);
  const upTo = (count: number) => letters.slice(0, count).join('').trimEnd() + ending;
  let [fitting, tooMany] = [1, letters.length + 1];
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (fits(upTo(middle))) fitting = middle;
    else tooMany = middle;
  }
  return upTo(fitting);
}

/** Wraps the text into at most `max` lines. Breaks long words and replaces excess text with an ellipsis. */
export function wrap(text: string, max: number, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  const pieces = piecesOf(text);
  for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
    if (fits((line + piece).trimEnd())) {
      line += piece;
      continue;
    }
    if (line === '') {
      const head = cut(piece, '', fits);
      line = head;
      pieces.unshift(piece.slice(head.length));
    } else pieces.unshift(piece);
    if (lines.length === max - 1) return [...lines, cut(line + pieces.join(''), ELLIPSIS, fits)];
    lines.push(line.trimEnd());
    line = '';
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()];
}

function writeLine(
  line: string,
  isRtl: boolean,
  find: FindWriter,
  style: Style,
): { width: number; shapes: Markup[] } {
  let x = 0;
  const shapes: Markup[] = [];
  for (const run of inVisualOrder(runsOf(line, isRtl, find, style.isHeading))) {
    const { writer } = run;
    const scale = style.size / writer.font.unitsPerEm;
    const { glyphs, positions } = layoutOf(run);
    const wanted = style.isHeading && !writer.isEmoji ? HEADING_WEIGHT : PLAIN_WEIGHT;
    const missing = Math.max(0, wanted - writer.weight) * STROKE_OF_WEIGHT;
    const stroke = Math.round(missing * writer.font.unitsPerEm);
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
      const place = `translate(${(x + xOffset * scale).toFixed(2)} ${(-yOffset * scale).toFixed(2)}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})`;
      const outline = glyph.path.toSVG();
      if (outline !== '')
        shapes.push(html`<path transform="${place}" stroke-width="${stroke}" d="${outline}"/>`);
      x += xAdvance * scale;
    }
  }
  return { width: x, shapes };
}

/** Renders the text as outlines in a box, aligned by its direction. Also returns the number of lines. */
export function writeText(
  text: string,
  box: Box,
  style: Style,
  find: FindWriter,
): { markup: Markup; lines: number } {
  const fits = (line: string) => widthOf(line, find, style) <= box.width;
  const isRtl = isRightToLeft(text);
  const lines = wrap(text.replaceAll(/\s+/g, ' ').trim(), box.lines, fits);
  const written = lines.map((line, index) => {
    const { width, shapes } = writeLine(line, isRtl, find, style);
    const x = isRtl ? box.x + box.width - width : box.x;
    return html`<g transform="translate(${x.toFixed(1)} ${(box.y + index * box.lineHeight).toFixed(1)})">${shapes}</g>`;
  });
  const markup = html`<g fill="${style.fill}" stroke="${style.fill}" stroke-linejoin="round">${written}</g>`;
  return { markup, lines: lines.length };
}
