import { coLikeVariance, type Pair, pairsOf, varianceOver } from './co-likes.ts';
import { dot, drawLoadings, fitLoadings, type Loadings } from './factors.ts';
import { drawNormal } from './draws.ts';
import type { Rating } from './inst-eval.ts';
import { type Effects, type Estimate, fitEffects, logistic } from './main-effects.ts';

/** Estimates from ratings of people and apps. */
export interface Measured {
  effects: Effects;
  loadings: Loadings[];
  categories: number[];
  /** Ratings per person, divided by the highest number. */
  attendance: number[];
  pairs: Pair[];
}

export interface TastedApp {
  /** Log odds of a like of an average person. */
  quality: number;
  category: number;
  loadings: Float64Array;
}

export interface TastingPerson {
  /** Added to the log odds of each like. */
  leniency: number;
  /** Between 0 and 1. The most frequent visitor has 1. */
  attendance: number;
}

export function measureTastes(ratings: readonly Rating[]): Measured {
  const effects = fitEffects(ratings);
  const byApp = Map.groupBy(ratings, ({ app }) => app);
  const byPerson = Map.groupBy(ratings, ({ person }) => person);
  const counts = effects.people.map((_, person) => byPerson.get(person)?.length ?? 0);
  return {
    effects,
    loadings: fitLoadings(ratings, effects),
    categories: effects.apps.map((_, app) => byApp.get(app)?.[0]?.category ?? 0),
    attendance: counts.map((count) => count / Math.max(...counts)),
    pairs: pairsOf(ratings, effects),
  };
}

/** Returns the factor on loadings that makes correlations of likes vary as much as measured. */
function scaleOf({ effects, pairs }: Measured, loadings: readonly Float64Array[]): number {
  const rate = logistic(effects.average);
  const drawn = varianceOver(
    pairs,
    ({ one, other }) =>
      rate * (1 - rate) * dot(loadings[one] as Float64Array, loadings[other] as Float64Array),
  );
  // Correlations grow with the square of loadings, their variance with the fourth power.
  return (Math.max(0, coLikeVariance(pairs)) / drawn) ** (1 / 4);
}

/**
 * Draws apps and people like those that were rated. Estimates from few ratings vary by their error, so all drawn numbers
 * vary as much as the true ones.
 */
export function drawTastes(
  measured: Measured,
  random: () => number,
): { apps: TastedApp[]; people: TastingPerson[] } {
  const { effects, attendance, categories } = measured;
  const draw = ({ mean, error }: Estimate) => mean + error * drawNormal(random);
  const loadings = measured.loadings.map((one) => drawLoadings(one, random));
  const scale = scaleOf(measured, loadings);
  return {
    apps: effects.apps.map((effect, app) => ({
      quality: effects.average + draw(effect),
      category: categories[app] ?? 0,
      loadings: (loadings[app] as Float64Array).map((loading) => loading * scale),
    })),
    people: effects.people.map((effect, person) => ({
      leniency: draw(effect),
      attendance: attendance[person] ?? 0,
    })),
  };
}
