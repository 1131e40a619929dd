/** Returns a Markdown table with aligned columns. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${head.map((_, column) => (row[column] ?? '').padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** Replaces the text between the markers of generated content. */
export function replaceGenerated(document: string, text: string): string {
  const [start, end] = ['<!-- generated -->', '<!-- end of generated -->'];
  const [from, to] = [document.indexOf(start), document.indexOf(end)];
  if (from === -1 || to === -1) throw new Error(`The document lacks ${start} or ${end}`);
  return `${document.slice(0, from + start.length)}\n\n${text}\n\n${document.slice(to)}`;
}
