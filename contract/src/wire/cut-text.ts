const GRAPHEME_MAX = 64;

/** Returns the start of the text, at most `max` UTF-16 units. Does not split grapheme clusters. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter().segment(text.slice(0, max + GRAPHEME_MAX))) {
    if (index + segment.length > max) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}
