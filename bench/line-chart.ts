import { figure } from './figures.ts';
import { label, SERIES_MAX, stepsTo, svg } from './svg.ts';

export interface Line {
  name: string;
  points: readonly (readonly [x: number, y: number])[];
}

const [LEFT, TOP, WIDTH, HEIGHT] = [76, 74, 430, 240];
const LEGEND = LEFT + WIDTH + 34;
const STEPS = 5;

/** For each series another shape, so that colour is not needed to tell them apart. */
function marker(series: number, x: number, y: number): string {
  const at = `class="mark s${series % SERIES_MAX}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"`;
  const shapes = [
    `<circle ${at} r="5"/>`,
    `<rect ${at} x="-4.5" y="-4.5" width="9" height="9"/>`,
    `<path ${at} d="M0-6L5.5 4.5L-5.5 4.5Z"/>`,
    `<path ${at} d="M0-6.5L6.5 0L0 6.5L-6.5 0Z"/>`,
    `<path ${at} d="M0 6L5.5-4.5L-5.5-4.5Z"/>`,
    `<path ${at} d="M-2-6H2V-2H6V2H2V6H-2V2H-6V-2H-2Z"/>`,
  ];
  return shapes[series % shapes.length] ?? '';
}

/** Lines over a logarithmic axis of powers of ten, from zero up. The legend tells where each ends. */
export function lineChart(
  title: string,
  { lines, x, y }: { lines: readonly Line[]; x: string; y: string },
): string {
  const all = lines.flatMap(({ points }) => points);
  const exponents = all.map(([value]) => Math.log10(value));
  const low = Math.floor(Math.min(...exponents));
  const high = Math.max(Math.ceil(Math.max(...exponents)), low + 1);
  const steps = stepsTo(Math.max(...all.map(([, value]) => value)), STEPS);
  const most = steps.at(-1) ?? 1;
  const xOf = (value: number) => LEFT + ((Math.log10(value) - low) / (high - low)) * WIDTH;
  const yOf = (value: number) => TOP + HEIGHT - (value / most) * HEIGHT;

  const content = [label({ x: 20, y: TOP - 16, text: y, kind: 'quiet' })];
  for (const step of steps) {
    const at = yOf(step);
    content.push(
      `<line class="grid" x1="${LEFT}" x2="${LEFT + WIDTH}" y1="${at.toFixed(1)}" y2="${at.toFixed(1)}"/>`,
      label({ x: LEFT - 10, y: at + 4, text: figure(step), anchor: 'end', kind: 'quiet' }),
    );
  }
  for (let exponent = low; exponent <= high; exponent += 1) {
    const at = xOf(10 ** exponent).toFixed(1);
    content.push(
      `<line class="grid" x1="${at}" x2="${at}" y1="${TOP}" y2="${TOP + HEIGHT + 6}"/>`,
      label({
        x: Number(at),
        y: TOP + HEIGHT + 24,
        text: figure(10 ** exponent),
        anchor: 'middle',
        kind: 'quiet',
      }),
    );
  }
  content.push(
    label({ x: LEFT + WIDTH / 2, y: TOP + HEIGHT + 50, text: x, anchor: 'middle', kind: 'quiet' }),
  );

  for (const [index, { points }] of lines.entries()) {
    const path = points.map(([at, value]) => `${xOf(at).toFixed(1)},${yOf(value).toFixed(1)}`).join(' ');
    content.push(`<polyline class="line s${index % SERIES_MAX}" points="${path}"/>`);
    for (const [at, value] of points) content.push(marker(index, xOf(at), yOf(value)));
  }
  const widest = Math.max(...all.map(([value]) => value));
  content.push(
    label({ x: LEGEND + 150, y: TOP - 16, text: `at ${figure(widest)}`, anchor: 'end', kind: 'quiet' }),
  );
  const ends = lines.map(({ name, points }, index) => ({ name, index, last: points.at(-1)?.[1] ?? 0 }));
  for (const [row, { name, index, last }] of ends.toSorted((a, b) => b.last - a.last).entries()) {
    const at = TOP + 14 + row * 28;
    content.push(
      marker(index, LEGEND, at - 4),
      label({ x: LEGEND + 16, y: at, text: name }),
      label({ x: LEGEND + 150, y: at, text: figure(last), anchor: 'end', kind: 'strong' }),
    );
  }
  return svg({ title, width: LEGEND + 170, height: TOP + HEIGHT + 70, content });
}
