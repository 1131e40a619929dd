import { t } from '@lingui/core/macro';
import { formatCount } from '../../lib/numbers.ts';
import { dayInWords } from './own-stats.ts';

const WIDTH = 300;
const HEIGHT = 72;
/** Prevents the line from being clipped at its extremes. */
const MARGIN = 3;

interface Point {
  date: string;
  count: number;
}

/** Returns the SVG path of a line, with zero at the bottom. */
function lineOf(points: readonly Point[], highest: number): string {
  const step = WIDTH / Math.max(1, points.length - 1);
  const top = (count: number) => HEIGHT - MARGIN - (count / highest) * (HEIGHT - 2 * MARGIN);
  return points.map(({ count }, index) => `${(index * step).toFixed(1)},${top(count).toFixed(1)}`).join('L');
}

/** Line chart of daily numbers, in the direction of the language. Sum and highest day are also text. */
export function LineChart({ title, points }: { title: string; points: readonly Point[] }) {
  const sum = points.reduce((total, { count }) => total + count, 0);
  const best = points.reduce((most, point) => (point.count > most.count ? point : most), {
    date: '',
    count: 0,
  });
  const line = lineOf(points, Math.max(1, best.count));
  const [first, last] = [points.at(0), points.at(-1)];
  const days = points.length;
  return (
    <figure className="min-w-0 rounded-field border border-line p-3.5">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold">{title}</span>
        <span className="tabular text-sm text-muted">
          {sum === 0
            ? t`None in ${days} days`
            : t`${{ sum: formatCount(sum) }} in ${days} days, most on ${{ day: dayInWords(best.date) }}: ${{ most: formatCount(best.count) }}`}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="day-line"
      >
        <path d={`M${line}L${WIDTH},${HEIGHT}L0,${HEIGHT}Z`} fill="currentColor" opacity="0.12" />
        <path
          d={`M0,${HEIGHT}H${WIDTH}`}
          stroke="currentColor"
          opacity="0.35"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={`M${line}`}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p aria-hidden="true" className="tabular mt-1 flex justify-between text-xs text-muted">
        <span>{first ? dayInWords(first.date) : ''}</span>
        <span>{last ? t`today, ${{ day: dayInWords(last.date) }}` : ''}</span>
      </p>
    </figure>
  );
}
