import { readOptions } from './command-line.ts';
import { median } from './figures.ts';
import { tableOf } from './figures.ts';
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
  const rows = Object.keys(runs[0] ?? {}).map((order) => {
    const ratios = runs.map((run) => (run[order] ?? 0) / (run[SPECIFIED] ?? 0));
    const range = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(3));
    return [
      order,
      `${(100 * median(runs.map((run) => run[order] ?? 0))).toFixed(2)} %`,
      median(ratios).toFixed(3),
      range.join(' to '),
    ];
  });
  process.stdout.write(
    `Halves: ${split}\n\n${tableOf(['order', 'likes per view', 'ratio', 'range'], rows)}\n\n`,
  );
}
