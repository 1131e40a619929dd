/** Separators that spreadsheets write, by their language and settings. */
const SEPARATORS = [',', ';', '\t'] as const;
const SEPARATOR_LINE = /^sep=(.)[^\S\n]*(?=\n|$)/i;

export interface CsvDialect {
  separator: string;
  /** Characters at the beginning that only name the separator, its line break not among them. */
  skipped: number;
}

/** Returns the encoding that the byte order mark of a file names. Without one it is UTF-8. */
export function csvEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Tells how a CSV file separates its cells, from its beginning as far as the end of the header. Its lines end with `\n`. */
export function csvDialect(beginning: string): CsvDialect {
  const [line, named] = SEPARATOR_LINE.exec(beginning) ?? [];
  if (line !== undefined && named !== undefined) return { separator: named, skipped: line.length };
  const header =
    beginning
      .trimStart()
      .split('\n', 1)[0]
      ?.replaceAll(/"[^"]*"/g, '') ?? '';
  const countOf = (separator: string) => header.split(separator).length;
  const [separator] = SEPARATORS.toSorted((a, b) => countOf(b) - countOf(a));
  return { separator: separator ?? ',', skipped: 0 };
}
