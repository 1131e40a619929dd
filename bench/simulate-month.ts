import { fetchRatings, RATINGS_MISSING } from './ratings/inst-eval.ts';
import { type Month, simulateMonth } from './ratings/taste-month.ts';
import { measureTastes } from './ratings/tastes.ts';

const ratings = await fetchRatings();
if (!ratings) throw new Error(RATINGS_MISSING);
const measured = measureTastes(ratings);

/** Worker process: simulates each month that its parent sends. */
process.on('message', (month: Month) => {
  process.send?.(simulateMonth(measured, month));
});
