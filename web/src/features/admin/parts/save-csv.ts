import { saveFile } from '../../../lib/save-file.ts';

/** Beginnings that spreadsheets run as formulas, full-width signs included, also behind a semicolon or a line break. */
const FORMULA = /(^|[;\r\n])(\s*[=+\-@＝＋－＠])/gu;

/** Quotes a cell with a quote, a separator or a line break (RFC 4180). */
function quoted(cell: string): string {
  const guarded = cell.replace(FORMULA, "$1'$2");
  return /["\t\r\n,;]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** Returns CSV in which spreadsheets run no cell as a formula. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

/** Downloads a CSV file with these rows. */
export function saveCsv(fileName: string, rows: readonly (readonly string[])[]): void {
  saveFile(fileName, csvOf(rows), 'text/csv;charset=utf-8');
}
