const columns = ['title', 'description', 'url', 'category'] as const;
type Column = (typeof columns)[number];

export type PreviewRow = Readonly<Record<Column, string>>;

/** The first records of a text in CSV (RFC 4180), quotes taken off; one that the text cuts short is left out. */
function firstRecords(text: string, limit: number, isWhole: boolean): string[][] {
  const records: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endRecord = () => {
    cells.push(cell);
    if (cells.length > 1 || cell !== '') records.push(cells);
    cells = [];
    cell = '';
  };
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length && records.length < limit; at += 1) {
    const character = text[at];
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === ',') {
      cells.push(cell);
      cell = '';
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[at + 1] === '\n') at += 1;
      endRecord();
    } else cell += character;
  }
  if (isWhole && !isQuoted && records.length < limit && (cell !== '' || cells.length > 0)) endRecord();
  return records;
}

/**
 * The first rows below the header, as far as the text goes: what the server will read is its own business, this is a
 * look at the file. `isWhole` says that the text is the whole file and not its beginning.
 */
export function previewCsv(text: string, rows: number, isWhole: boolean): PreviewRow[] {
  const [header = [], ...records] = firstRecords(text, rows + 1, isWhole);
  const names = header.map((name) => name.trim().toLowerCase());
  return records.map(
    (cells) =>
      Object.fromEntries(
        columns.map((column) => [column, cells[names.indexOf(column)]?.trim() ?? '']),
      ) as PreviewRow,
  );
}
