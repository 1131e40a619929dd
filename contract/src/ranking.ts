import type { FormulaWeights } from './settings.ts';

/** The score of an app under the weights; `timeSpent` is milliseconds. Specification, section 9. */
export function rankingScore(
  app: { upvotes: number; downvotes: number; views: number; timeSpent: number },
  weights: FormulaWeights,
): number {
  return (
    app.upvotes * weights.upvoteWeight -
    app.downvotes * weights.downvoteWeight +
    app.views * weights.viewWeight +
    app.timeSpent * weights.timeWeight
  );
}

/** An approved app is a newcomer until it has had so many views. */
export const NEWCOMER_VIEWS = 100;
