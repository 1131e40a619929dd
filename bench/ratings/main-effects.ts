import type { Rating } from './inst-eval.ts';

/** Estimate of a number, with its standard error. */
export interface Estimate {
  mean: number;
  error: number;
}

/** Log odds of a like: `average`, plus an effect of the person and one of the app. */
export interface Effects {
  average: number;
  people: readonly Estimate[];
  apps: readonly Estimate[];
}

export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));
const logOdds = (share: number): number => Math.log(share / (1 - share));

const ROUNDS = 60;

/** Returns the probability of a like without tastes. */
export const expectedLike = ({ average, people, apps }: Effects, { person, app }: Rating): number =>
  logistic(average + (people[person]?.mean ?? 0) + (apps[app]?.mean ?? 0));

/** For a person or an app by number: the like minus its expected probability, and the variance of the like. */
type Residual = readonly [number: number, excess: number, weight: number];

/**
 * Improves the effects in place by one Newton step, shrunk towards 0 by their variance. Returns the next estimate of the
 * variance.
 */
function improve(effects: Estimate[], variance: number, residuals: readonly Residual[]): number {
  const slopes = effects.map(({ mean }) => -mean / variance);
  const curvatures = effects.map(() => 1 / variance);
  for (const [index, excess, weight] of residuals) {
    slopes[index] = (slopes[index] ?? 0) + excess;
    curvatures[index] = (curvatures[index] ?? 0) + weight;
  }
  let sum = 0;
  for (const [index, effect] of effects.entries()) {
    const curvature = curvatures[index] ?? 1;
    effect.mean += (slopes[index] ?? 0) / curvature;
    effect.error = 1 / Math.sqrt(curvature);
    sum += effect.mean ** 2 + effect.error ** 2;
  }
  return sum / effects.length;
}

/** Fits a logistic regression with random effects of people and apps, by empirical Bayes. */
export function fitEffects(ratings: readonly Rating[]): Effects {
  const start = (of: 'person' | 'app') =>
    Array.from({ length: Math.max(...ratings.map((rating) => rating[of])) + 1 }, () => ({
      mean: 0,
      error: 0,
    }));
  const [people, apps] = [start('person'), start('app')];
  const effects = {
    average: logOdds(ratings.filter(({ isLiked }) => isLiked).length / ratings.length),
    people,
    apps,
  };
  const residualsOf = (of: 'person' | 'app') =>
    ratings.map((rating): Residual => {
      const expected = expectedLike(effects, rating);
      return [rating[of], Number(rating.isLiked) - expected, expected * (1 - expected)];
    });
  let [ofPeople, ofApps] = [1, 1];
  for (let round = 0; round < ROUNDS; round += 1) {
    ofApps = improve(apps, ofApps, residualsOf('app'));
    const residuals = residualsOf('person');
    ofPeople = improve(people, ofPeople, residuals);
    const [excess, weight] = residuals.reduce(([e, w], [, more, wider]) => [e + more, w + wider], [0, 0]);
    // Half a step, because the people have moved too.
    effects.average += excess / weight / 2;
  }
  return effects;
}
