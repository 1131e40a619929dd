/** Long enough for any browser to start the download. */
const KEPT_MS = 60_000;

/** Saves a file through the browser. A direct link would save an error response as the file. */
export function saveFile(
  name: string,
  content: string,
  type: 'application/json' | 'text/plain' | 'text/csv;charset=utf-8',
): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
