import { formatRange } from '../format-range.ts';
import { median } from '../median.ts';
import { estimated } from '../settings-compared.ts';
import { tableOf } from '../table.ts';
import { INSIDE_WANTED, WIDTH_WANTED } from './estimate-procedure.ts';
import type { ComparedEstimate } from './estimate-recorded.ts';

/** Returns the section of the document about estimates. */
export function estimateText(compared: readonly ComparedEstimate[]): string {
  const seeds = new Set(compared.map(({ seed }) => seed)).size;
  const ratio = (value: number) => value.toFixed(3);
  const rows = estimated.map(({ name }) => {
    const all = compared.filter(({ setting }) => setting === name);
    const inside = all.filter(
      ({ truth, estimate }) => truth >= estimate.low && truth <= estimate.high,
    ).length;
    const width = median(all.map(({ estimate }) => estimate.high - estimate.low));
    const isReached = inside >= INSIDE_WANTED && width <= WIDTH_WANTED;
    return [
      name,
      formatRange(
        all.map(({ truth }) => truth),
        ratio,
      ),
      formatRange(
        all.map(({ estimate }) => estimate.ratio),
        ratio,
      ),
      `${inside} of ${all.length}`,
      ratio(width),
      isReached ? 'yes' : '**no**',
    ];
  });
  return [
    '## The estimate beside a preview',
    `2,972 people, of whom at most 500 are read, and 1,128 apps; medians of ${seeds} seeds, with the range in brackets. A ratio divides likes per view under the setting by those under the defaults.`,
    tableOf(['setting', 'true ratio', 'estimated', 'truth in the interval', 'median width', 'reached'], rows),
  ].join('\n\n');
}
