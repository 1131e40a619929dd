import { label, stepsTo, svg } from './svg.ts';

export interface Bar {
  name: string;
  /** Its length, and how far it reached from run to run. */
  value: number;
  low: number;
  high: number;
  /** The value in words. */
  text: string;
  /** Set apart from the others: what the rest is compared with. */
  isMarked: boolean;
}

const [LEFT, TOP, ROW, BAR, WIDTH] = [248, 82, 30, 18, 400];
const STEPS = 5;
/** A spread of fewer pixels would look like a fault of the picture. */
const NARROW = 4;

/** Horizontal bars from zero, each with the spread of its runs as a whisker and its value written out. */
export function barChart(
  title: string,
  { bars, unit, format }: { bars: readonly Bar[]; unit: string; format: (value: number) => string },
): string {
  const steps = stepsTo(Math.max(...bars.map(({ high }) => high)), STEPS);
  const most = steps.at(-1) ?? 1;
  const xOf = (value: number) => LEFT + (value / most) * WIDTH;
  const bottom = TOP + bars.length * ROW;
  const content = [label({ x: 20, y: TOP - 24, text: unit, kind: 'quiet' })];
  for (const step of steps) {
    const x = xOf(step).toFixed(1);
    content.push(
      `<line class="grid" x1="${x}" x2="${x}" y1="${TOP - 6}" y2="${bottom}"/>`,
      label({ x: Number(x), y: bottom + 18, text: format(step), anchor: 'middle', kind: 'quiet' }),
    );
  }
  for (const [index, { name, value, low, high, text, isMarked }] of bars.entries()) {
    const y = TOP + index * ROW;
    const middle = y + BAR / 2;
    const [from, to] = [xOf(low), xOf(high)];
    const [left, right] = [from.toFixed(1), to.toFixed(1)];
    const d = `M${left} ${middle}H${right}M${left} ${middle - 4}v8M${right} ${middle - 4}v8`;
    const kind = isMarked ? ({ kind: 'strong' } as const) : {};
    content.push(
      label({ x: LEFT - 12, y: middle + 4, text: name, anchor: 'end', ...kind }),
      `<rect class="mark s${isMarked ? 0 : 3}" x="${LEFT}" y="${y}" width="${Math.max(1, xOf(value) - LEFT).toFixed(1)}" height="${BAR}" rx="3"/>`,
      ...(to - from < NARROW ? [] : [`<path class="casing" d="${d}"/>`, `<path class="whisker" d="${d}"/>`]),
      label({ x: LEFT + WIDTH + 66, y: middle + 4, text, anchor: 'end', ...kind }),
    );
  }
  return svg({ title, width: LEFT + WIDTH + 86, height: bottom + 36, content });
}
