import { compareEstimates } from './ratings/estimate-recorded.ts';
import { fetchRatings, RATINGS_MISSING } from './ratings/inst-eval.ts';
import { measureTastes } from './ratings/tastes.ts';

const ratings = await fetchRatings();
if (!ratings) throw new Error(RATINGS_MISSING);
const measured = measureTastes(ratings);

/** Worker process: compares the estimates of each seed that its parent sends with the truth. */
process.on('message', ({ seed }: { seed: number }) => {
  void compareEstimates(measured, seed).then((compared) => process.send?.(compared));
});
