/** Quotes a cell with a quote, a comma or a line break (RFC 4180). */
function quoted(cell: string): string {
  return /["\r\n,]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Downloads a CSV file with these rows. */
export function saveCsv(fileName: string, rows: readonly (readonly string[])[]): void {
  const text = rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
