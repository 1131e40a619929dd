import { saveFile } from '../../../lib/save-file.ts';

/** Prefixes that spreadsheets run as formulas, also full-width and after a semicolon or line break. */
const FORMULA = /(^|[;\r\n])(\s*[=+\-@＝＋－＠])/gu;

function quoted(cell: string): string {
  const guarded = cell.replace(FORMULA, "$1'$2");
  return /["\t\r\n,;]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** Returns CSV in which spreadsheets run no formula. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

export function saveCsv(fileName: string, rows: readonly (readonly string[])[]): void {
  saveFile(fileName, csvOf(rows), 'text/csv;charset=utf-8');
}
