import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/** Whether the text is read from right to left as a whole, by its first letter that says so. */
export function isRightToLeft(text: string): boolean {
  return bidi.getEmbeddingLevels(text, 'auto').paragraphs[0]?.level === 1;
}

/**
 * The level of each UTF-16 unit, odd ones being written from right to left, and what stands in the place of those that
 * have a mirror image, such as brackets.
 */
export function levelsOf(
  text: string,
  isRtl: boolean,
): { levels: Uint8Array; mirrored: ReadonlyMap<number, string> } {
  const found = bidi.getEmbeddingLevels(text, isRtl ? 'rtl' : 'ltr');
  return { levels: found.levels, mirrored: bidi.getMirroredCharactersMap(text, found.levels) };
}

/** Runs in the order in which they stand on the line from left to right; rule L2 of Unicode Annex 9. */
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
