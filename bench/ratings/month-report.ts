import { formatRange } from '../figures.ts';
import { tableOf } from '../figures.ts';
import type { Month, MonthOutcome } from './taste-month.ts';

/** Factors on measured tastes. */
export const strengths = { none: 0, 'as measured': 1, double: 2 } as const;

export type SimulatedMonth = Month & MonthOutcome;

/** Wanted median of the likes per view of `for-you`, divided by those of `best`. */
const wanted: Readonly<Record<keyof typeof strengths, string>> = {
  none: '0.97 or more',
  'as measured': '1.03 or more',
  double: 'more than as measured',
};

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** Returns the section of the document about simulated months. */
export function monthText(months: readonly SimulatedMonth[]): string {
  const seeds = new Set(months.map(({ seed }) => seed)).size;
  const rows = Object.entries(strengths).map(([name, strength]) => {
    const of = (deck: Month['deck']) =>
      months
        .filter((month) => month.deck === deck && month.strength === strength)
        .toSorted((one, other) => one.seed - other.seed);
    const [best, forYou] = [of('best'), of('for-you')];
    const ratios = forYou.map(({ likesPerView }, index) => likesPerView / (best[index]?.likesPerView ?? 0));
    return [
      name,
      formatRange(
        best.map(({ likesPerView }) => likesPerView),
        percent,
      ),
      formatRange(
        forYou.map(({ likesPerView }) => likesPerView),
        percent,
      ),
      formatRange(ratios, (ratio) => ratio.toFixed(3)),
      wanted[name as keyof typeof strengths],
      formatRange(
        best.map(({ gini }) => gini),
        (gini) => gini.toFixed(2),
      ),
      formatRange(
        forYou.map(({ gini }) => gini),
        (gini) => gini.toFixed(2),
      ),
    ];
  });
  return [
    '## The deck for-you, with measured tastes',
    `2,972 people, 1,128 apps, four weeks; medians of ${seeds} seeds, with the range in brackets. The ratio divides likes per view of \`for-you\` by those of \`best\`. The Gini coefficient of views must not be above that of \`best\`.`,
    tableOf(
      ['tastes', 'likes per view, best', 'for-you', 'ratio', 'wanted', 'Gini of views, best', 'for-you'],
      rows,
    ),
  ].join('\n\n');
}
