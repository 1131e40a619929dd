/** Colours of series that can be told apart by people who see red and green alike; one set for each scheme. */
const SERIES_LIGHT = ['#5b3fd6', '#c2410c', '#0f766e', '#0369a1', '#a16207', '#be185d'];
const SERIES_DARK = ['#a78bfa', '#fb923c', '#2dd4bf', '#38bdf8', '#facc15', '#f472b6'];

/** How many series have a colour and a marker of their own. */
export const SERIES_MAX = SERIES_LIGHT.length;

const seriesRules = (colours: readonly string[]) =>
  colours.map((colour, index) => `.s${index}{--c:${colour}}`).join('');

/** The picture brings its own ground, so that it can be read whatever page it stands on. */
const STYLE = `
:root{--ground:#fff;--ink:#1f2328;--quiet:#59636e;--grid:#d1d9e0}
${seriesRules(SERIES_LIGHT)}
@media (prefers-color-scheme:dark){:root{--ground:#0d1117;--ink:#f0f6fc;--quiet:#9198a1;--grid:#3d444d}
${seriesRules(SERIES_DARK)}}
text{font:13px system-ui,-apple-system,"Segoe UI",sans-serif;fill:var(--ink)}
.title{font-size:16px;font-weight:600}.quiet{fill:var(--quiet)}.strong{font-weight:600}
.ground{fill:var(--ground);stroke:var(--grid)}.grid{stroke:var(--grid)}
.line{fill:none;stroke:var(--c);stroke-width:2.5;stroke-linejoin:round}.mark{fill:var(--c);stroke:var(--ground);stroke-width:1.5}
.whisker{stroke:var(--ink);stroke-width:1.5}.casing{stroke:var(--ground);stroke-width:4.5}`;

export const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

interface Text {
  x: number;
  y: number;
  text: string;
  kind?: 'title' | 'quiet' | 'strong';
  anchor?: 'start' | 'middle' | 'end';
}

/** One line of text, its baseline at `y`. */
export function label({ x, y, text, kind, anchor = 'start' }: Text): string {
  const style = kind === undefined ? '' : ` class="${kind}"`;
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}"${style}>${escaped(text)}</text>`;
}

/** A picture of its own, in light and dark; `title` stands above the content and is its name for who cannot see it. */
export function svg({
  title,
  width,
  height,
  content,
}: {
  title: string;
  width: number;
  height: number;
  content: readonly string[];
}): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<rect class="ground" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${label({ x: 20, y: 32, text: title, kind: 'title' })}
${content.join('\n')}
</svg>
`;
}

/** Round steps from zero to at least `most`, about as many as asked for. */
export function stepsTo(most: number, about: number): number[] {
  const rough = (most || 1) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power;
  const count = Math.ceil((most || 1) / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
