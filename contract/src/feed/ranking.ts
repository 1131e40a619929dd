import type { FormulaWeights } from '../instance/settings.ts';

/** Returns the ranking score. `timeSpent` is in milliseconds. */
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
