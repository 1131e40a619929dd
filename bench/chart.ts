import { type EChartsCoreOption, init } from 'echarts';
import { figure } from './figures.ts';

const [GROUND, INK, QUIET, GRID] = ['#ffffff', '#1f2328', '#59636e', '#d1d9e0'];
const [VIOLET, ORANGE, TEAL, BLUE, YELLOW] = ['#5b3fd6', '#c2410c', '#0f766e', '#0369a1', '#a16207'];
/** Colours in dark mode. The chart paints its own background. */
const DARK = {
  [GROUND]: '#0d1117',
  [INK]: '#f0f6fc',
  [QUIET]: '#9198a1',
  [GRID]: '#3d444d',
  [VIOLET]: '#a78bfa',
  [ORANGE]: '#fb923c',
  [TEAL]: '#2dd4bf',
  [BLUE]: '#38bdf8',
  [YELLOW]: '#facc15',
};
const darkRules = Object.entries(DARK)
  .map(([light, dark]) => `[fill="${light}"]{fill:${dark}}[stroke="${light}"]{stroke:${dark}}`)
  .join('');

const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'roundRect'];
const [WIDTH, ROW] = [760, 30];

const quietText = { color: QUIET, fontSize: 13 };
const inkText = { color: INK, fontSize: 13 };
const grid = { splitLine: { lineStyle: { color: GRID } }, axisLabel: quietText, nameTextStyle: quietText };

function draw(title: string, unit: string, height: number, option: EChartsCoreOption): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height });
  chart.setOption({
    animation: false,
    backgroundColor: GROUND,
    color: [VIOLET, ORANGE, TEAL, BLUE, YELLOW],
    textStyle: { fontFamily: 'system-ui, sans-serif' },
    title: {
      text: title,
      subtext: unit,
      left: 12,
      top: 10,
      textStyle: { color: INK, fontSize: 16 },
      subtextStyle: quietText,
    },
    ...option,
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return `${svg.replace('</svg>', `<style>@media (prefers-color-scheme:dark){${darkRules}}</style></svg>`)}\n`;
}

export interface Line {
  name: string;
  points: readonly (readonly [x: number, y: number])[];
}

/** Draws lines over a logarithmic axis (powers of ten), each labelled at its end. */
export function lineChart(
  title: string,
  { lines, x, y }: { lines: readonly Line[]; x: string; y: string },
): string {
  return draw(title, y, 400, {
    grid: { left: 56, right: 116, top: 76, bottom: 60 },
    xAxis: {
      ...grid,
      type: 'log',
      min: 'dataMin',
      name: x,
      nameLocation: 'middle',
      nameGap: 32,
      axisLabel: { ...quietText, formatter: figure },
    },
    yAxis: { ...grid, type: 'value', min: 0 },
    series: lines.map(({ name, points }, index) => ({
      type: 'line',
      name,
      data: points.map((point) => [...point]),
      symbol: SYMBOLS[index % SYMBOLS.length],
      symbolSize: 10,
      clip: false,
      lineStyle: { width: 2.5 },
      endLabel: {
        ...inkText,
        show: true,
        distance: 12,
        formatter: `${name}  ${figure(points.at(-1)?.[1] ?? 0)}`,
      },
      labelLayout: { moveOverlap: 'shiftY' },
    })),
  });
}

export interface Bar {
  name: string;
  runs: readonly number[];
  value: number;
  isMarked: boolean;
}

/** Draws horizontal bars from zero with their value and a dot for each run. */
export function barChart(
  title: string,
  {
    bars,
    unit,
    format,
    tick = format,
  }: {
    bars: readonly Bar[];
    unit: string;
    format: (value: number) => string;
    tick?: (value: number) => string;
  },
): string {
  return draw(title, unit, 116 + bars.length * ROW, {
    grid: { left: 176, right: 84, top: 76, bottom: 40 },
    xAxis: { ...grid, type: 'value', min: 0, axisLabel: { ...quietText, formatter: tick } },
    yAxis: [
      {
        type: 'category',
        inverse: true,
        data: bars.map(({ name }) => name),
        axisTick: { show: false },
        axisLabel: inkText,
      },
      {
        type: 'category',
        inverse: true,
        position: 'right',
        data: bars.map(({ value }) => format(value)),
        axisTick: { show: false },
        axisLine: { show: false },
        axisLabel: inkText,
      },
    ],
    series: [
      {
        type: 'bar',
        barWidth: '60%',
        data: bars.map(({ value, isMarked }) => ({ value, itemStyle: { color: isMarked ? VIOLET : BLUE } })),
      },
      {
        type: 'scatter',
        symbolSize: 5,
        itemStyle: { color: INK, borderColor: GROUND, borderWidth: 1 },
        data: bars.flatMap(({ runs }, row) => runs.map((run) => [run, row])),
      },
    ],
  });
}
