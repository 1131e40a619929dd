const SEPARATORS = [',', ';', '\t'] as const;
export const CTRL_Z = '\x1a';
const SEPARATOR_LINE = /^sep=(.)[^\S\n]*(?=\n|$)/i;

export interface CsvDialect {
  separator: string;
  skipped: number;
}

/** Reads the byte order mark. Without one, the encoding is UTF-8. */
export function csvEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Detects the separator from the header of a CSV file. Lines must end with `\n`. */
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
