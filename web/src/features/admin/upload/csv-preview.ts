import { CTRL_Z, csvDialect, csvEncoding } from '@zapdeck/contract/wire/csv-dialect';

const columns = ['title', 'description', 'url', 'category'] as const;
type Column = (typeof columns)[number];

export type PreviewRow = Readonly<Record<Column, string>>;

/** Returns the first records of a CSV text (RFC 4180) without quotes. Excludes an incomplete record. */
function firstRecords(text: string, limit: number, isWhole: boolean): string[][] {
  const { separator, skipped } = csvDialect(text);
  const records: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endRecord = () => {
    cells.push(cell);
    if (cells.some((one) => one.trim() !== '')) records.push(cells);
    cells = [];
    cell = '';
  };
  for (let at = skipped; at < text.length && records.length < limit; at += 1) {
    const character = text[at];
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === separator) {
      cells.push(cell);
      cell = '';
    } else if (character === '\n') endRecord();
    else cell += character;
  }
  if (isWhole && !isQuoted && records.length < limit && (cell !== '' || cells.length > 0)) endRecord();
  return records;
}

/**
 * Returns up to `rows` rows of a CSV file for a preview. Only the server validates them. `isWhole` is false if `bytes` are
 * the start of the file.
 */
export function previewCsv(bytes: Uint8Array, rows: number, isWhole: boolean): PreviewRow[] {
  const decoded = new TextDecoder(csvEncoding(bytes)).decode(bytes);
  const text = decoded.replaceAll(CTRL_Z, '').replaceAll(/\r\n?/g, '\n');
  const [header = [], ...records] = firstRecords(text, rows + 1, isWhole);
  const names = header.map((name) => name.trim().toLowerCase());
  return records.map(
    (cells) =>
      Object.fromEntries(
        columns.map((column) => [column, cells[names.indexOf(column)]?.trim() ?? '']),
      ) as PreviewRow,
  );
}
