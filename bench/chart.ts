/** Grey that can be read on white and on black, as pages are shown in both. */
const INK = '#7a7a85';
const COLOURS = ['#7c5cff', '#e0567a', '#2aa876', '#d08a1d', '#3f8fd2', '#9a6a4f'];
const FONT = 'font-family="system-ui, sans-serif" font-size="13"';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function svg(width: number, height: number, title: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title>
<g ${FONT} fill="${INK}">
<text x="8" y="22" font-size="15" font-weight="600">${escaped(title)}</text>
${content}
</g>
</svg>
`;
}

/** Horizontal bars, one for each name, with their values written out. */
export function barChart(
  title: string,
  bars: readonly { name: string; value: number; label: string }[],
): string {
  const [left, rowHeight, barWidth] = [230, 26, 380];
  const most = Math.max(...bars.map(({ value }) => value)) || 1;
  const rows = bars.map(({ name, value, label }, index) => {
    const y = 40 + index * rowHeight;
    const width = Math.max(1, (value / most) * barWidth);
    const fill = index === 0 ? COLOURS[0] : COLOURS[4];
    return `<text x="${left - 10}" y="${y + 14}" text-anchor="end">${escaped(name)}</text>
<rect x="${left}" y="${y}" width="${width.toFixed(1)}" height="18" rx="3" fill="${fill}"/>
<text x="${left + width + 8}" y="${y + 14}">${escaped(label)}</text>`;
  });
  return svg(720, 50 + bars.length * rowHeight, title, rows.join('\n'));
}

interface Line {
  name: string;
  points: readonly (readonly [x: number, y: number])[];
}

/** Lines over a logarithmic width, from zero up. */
export function lineChart(title: string, { lines, unit }: { lines: readonly Line[]; unit: string }): string {
  const [left, top, width, height] = [60, 45, 460, 230];
  const all = lines.flatMap(({ points }) => points);
  const logs = all.map(([x]) => Math.log10(x));
  const [low, high] = [Math.min(...logs), Math.max(...logs)];
  const most = Math.max(...all.map(([, y]) => y)) * 1.1 || 1;
  const xOf = (x: number) => left + ((Math.log10(x) - low) / (high - low || 1)) * width;
  const yOf = (y: number) => top + height - (y / most) * height;
  const parts = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const y = yOf(share * most);
    return `<line x1="${left}" x2="${left + width}" y1="${y}" y2="${y}" stroke="${INK}" stroke-opacity="0.25"/>
<text x="${left - 8}" y="${y + 4}" text-anchor="end">${(share * most).toPrecision(2)}</text>`;
  });
  parts.push(`<text x="${left - 8}" y="${top - 8}" text-anchor="end">${escaped(unit)}</text>`);
  for (const x of new Set(all.map(([value]) => value))) {
    parts.push(
      `<text x="${xOf(x)}" y="${top + height + 20}" text-anchor="middle">${x.toLocaleString('en')}</text>`,
    );
  }
  for (const [index, { name, points }] of lines.entries()) {
    const colour = COLOURS[index % COLOURS.length];
    const path = points.map(([x, y]) => `${xOf(x).toFixed(1)},${yOf(y).toFixed(1)}`).join(' ');
    parts.push(`<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2.5"/>`);
    for (const [x, y] of points)
      parts.push(`<circle cx="${xOf(x)}" cy="${yOf(y)}" r="3.5" fill="${colour}"/>`);
    parts.push(
      `<rect x="${left + width + 24}" y="${top + index * 24}" width="12" height="12" rx="2" fill="${colour}"/>`,
      `<text x="${left + width + 42}" y="${top + 11 + index * 24}">${escaped(name)}</text>`,
    );
  }
  return svg(720, top + height + 40, title, parts.join('\n'));
}
