import { useEffect, useEffectEvent, useRef } from 'react';
import { formatCount } from '../../../lib/numbers.ts';
import { localized } from '../../../lib/localized.ts';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

const names = ['up', 'down', 'brand', 'amber', 'muted', 'line'] as const;

/** Returns the theme's colours in the scheme of the element, as a canvas needs them. */
function resolveColours(around: HTMLElement): Record<(typeof names)[number], string> {
  const probe = document.createElement('span');
  probe.style.forcedColorAdjust = 'none';
  around.append(probe);
  // The value of a custom property is the text light-dark(…). Only a colour property resolves it.
  const resolved = names.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(resolved) as Record<(typeof names)[number], string>;
}

export interface Series {
  label: string;
  /** Name of a theme colour without its dashes. */
  colour: 'up' | 'down' | 'brand' | 'amber';
  values: readonly number[];
}

interface Props {
  /** Seconds since 1970 for lines; the start of each bar for bars. */
  xs: readonly number[];
  series: readonly Series[];
  kind: 'days' | 'bars';
  xLabel: string;
  yLabel: string;
  onPoint: (index: number | null) => void;
}

const HEIGHT = 240;
const FONT = '12px "Inter Variable", sans-serif';

const DAY_S = 24 * 3_600;

const dayName = localized(
  (locales) => new Intl.DateTimeFormat(locales, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);
const dayOf = (seconds: number) => dayName().format(seconds * 1_000);

/** Bars are drawn around their middle, so that the place nearest to the pointer is the bar under it. */
const halfBar = (xs: readonly number[]) => ((xs[1] ?? xs[0] ?? 0) - (xs[0] ?? 0)) / 2;

/** Margin at both ends of the axis, so that the outer places are not clipped. A single place needs a width. */
function margin(xs: readonly number[], kind: Props['kind']): number {
  if (xs.length === 1) return kind === 'days' ? DAY_S : Math.max(0.5, Math.abs(xs[0] ?? 0) / 10);
  return kind === 'days' ? DAY_S / 4 : halfBar(xs);
}

/** Returns the days with a value between days without one. Lines show nothing for them, so they are drawn as points. */
function lonely(values: readonly (number | null | undefined)[]): number[] {
  return values.flatMap((value, day) => (value && !values[day - 1] && !values[day + 1] ? [day] : []));
}

/** Moves the cursor to the place whose values are shown. */
function toPlace(plot: UPlot, left: number, top: number): [number, number] {
  const x = left < 0 ? undefined : plot.data[0][plot.posToIdx(left)];
  return [x === undefined ? left : plot.valToPos(x, 'x'), top];
}

function optionsOf(
  { xs, series, kind, xLabel, yLabel, onPoint }: Props,
  probe: HTMLElement,
  width: number,
): UPlot.Options {
  const colours = resolveColours(probe);
  const axis = {
    stroke: colours.muted,
    font: FONT,
    labelFont: FONT,
    labelSize: 22,
    grid: { stroke: colours.line, width: 1 },
    ticks: { stroke: colours.line, width: 1, size: 5 },
  };
  const isDays = kind === 'days';
  const room = margin(xs, kind);
  const bars = UPlot.paths.bars?.({ size: [0.9, 90] });
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { setScale: false }, points: { size: 8 }, move: toPlace },
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
    scales: {
      x: { time: isDays, range: (_, min, max) => [min - room, max + room] },
      // The axis starts at zero, so that heights are proportional to values.
      y: { range: (_, __, max) => [0, Math.max(4, max * 1.1)] },
    },
    axes: [
      {
        ...axis,
        label: xLabel,
        size: 30,
        values: (_, ticks) => ticks.map((tick) => (isDays ? dayOf(tick) : formatCount(tick))),
        ...(isDays ? { incrs: [1, 2, 7, 14, 30, 60].map((days) => days * DAY_S), space: 56 } : {}),
      },
      {
        ...axis,
        label: yLabel,
        size: 64,
        // Counts are whole numbers.
        incrs: [1, 2, 5]
          .flatMap((digit) => [0, 1, 2, 3, 4, 5, 6, 7].map((power) => digit * 10 ** power))
          .sort((a, b) => a - b),
        values: (_, ticks) => ticks.map((tick) => formatCount(tick)),
      },
    ],
    series: [
      {},
      ...series.map(({ label, colour }) => ({
        label,
        stroke: colours[colour],
        width: 2,
        ...(isDays || !bars
          ? {
              points: {
                size: 9,
                fill: colours[colour],
                filter: (plot: UPlot, index: number) => lonely([...(plot.data[index] ?? [])]),
              },
            }
          : { points: { show: false }, fill: colours[colour], paths: bars }),
      })),
    ],
    hooks: { setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)] },
  };
}

/**
 * Chart on a canvas, with labelled axes. Reports the place under the pointer. Its colours do not change after it is
 * drawn.
 */
export function Plot(props: Props) {
  const box = useRef<HTMLDivElement>(null);
  const onPoint = useEffectEvent((index: number | null) => props.onPoint(index));
  const { xs, series, kind, xLabel, yLabel } = props;
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let plot: UPlot | undefined;
    const draw = () => {
      plot?.destroy();
      const options = optionsOf({ xs, series, kind, xLabel, yLabel, onPoint }, element, element.clientWidth);
      const places = kind === 'days' ? [...xs] : xs.map((x) => x + halfBar(xs));
      plot = new UPlot(options, [places, ...series.map(({ values }) => [...values])], element);
    };
    draw();
    const observer = new ResizeObserver(() => {
      if (plot && element.clientWidth > 0 && plot.width !== element.clientWidth)
        plot.setSize({ width: element.clientWidth, height: HEIGHT });
    });
    observer.observe(element);
    // A canvas does not follow the colour scheme, so it is drawn again.
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', draw);
    return () => {
      observer.disconnect();
      scheme.removeEventListener('change', draw);
      plot?.destroy();
    };
  }, [xs, series, kind, xLabel, yLabel]);
  return <div ref={box} aria-hidden="true" className="dash-plot" />;
}
