import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/** Returns true if the first strong character of the text is right-to-left. */
export function isRightToLeft(text: string): boolean {
  return bidi.getEmbeddingLevels(text, 'auto').paragraphs[0]?.level === 1;
}

/** Returns the bidi level of each UTF-16 unit (odd: right to left) and the mirrored characters by index. */
export function levelsOf(
  text: string,
  isRtl: boolean,
): { levels: Uint8Array; mirrored: ReadonlyMap<number, string> } {
  const found = bidi.getEmbeddingLevels(text, isRtl ? 'rtl' : 'ltr');
  return { levels: found.levels, mirrored: bidi.getMirroredCharactersMap(text, found.levels) };
}

/** Orders runs from left to right. Rule L2 of Unicode Annex 9. */
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
