import { readOptions } from './command-line.ts';
import { median, percent, tableOf } from './figures.ts';
import { fetchRatings, RATINGS_MISSING } from './ratings/inst-eval.ts';
import { replayRatings, SPECIFIED, splits } from './ratings/replay.ts';

const { seeds } = readOptions({ seeds: 5 });

const ratings = await fetchRatings();
if (!ratings) {
  process.stdout.write(`${RATINGS_MISSING}\n`);
  process.exit(0);
}
for (const split of splits) {
  const runs = Array.from({ length: seeds }, (_, index) =>
    replayRatings(ratings, { split, seed: index + 1 }),
  );
  const ratiosOf = (order: string) => runs.map((run) => (run[order] ?? 0) / (run[SPECIFIED] ?? 0));
  const table = tableOf(Object.keys(runs[0] ?? {}), {
    order: (order) => order,
    'likes per view': (order) => percent(median(runs.map((run) => run[order] ?? 0)), 2),
    ratio: (order) => median(ratiosOf(order)).toFixed(3),
    range: (order) => {
      const ratios = ratiosOf(order);
      return [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(3)).join(' to ');
    },
  });
  process.stdout.write(`Halves: ${split}\n\n${table}\n\n`);
}
