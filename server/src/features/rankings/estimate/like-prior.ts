/** Likes and cards of an app. */
interface Counted {
  likes: number;
  cards: number;
}

/** Beta distribution of the like rates of apps. It acts like `strength` more cards with the `mean` rate for each app. */
interface Prior {
  mean: number;
  strength: number;
}

const ROUNDS = 5;
/** The minimum applies if most apps are liked always or never, the maximum if rates differ no more than by chance. */
const STRENGTH = { min: 1, max: 1_000 };

/** Fits the distribution by moments, after Kleinman (1973). Apps with more cards weigh more. */
export function fitPrior(apps: readonly Counted[]): Prior {
  const counted = apps.filter(({ cards }) => cards > 0);
  let prior = { mean: 0, strength: STRENGTH.min };
  for (let round = 0; round < ROUNDS; round += 1) {
    // Correlation between the likes of two cards of an app.
    const share = 1 / (1 + prior.strength);
    const weights = counted.map(({ cards }) => cards / (1 + share * (cards - 1)));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const sumOf = (value: (app: Counted, weight: number) => number) =>
      counted.reduce((sum, app, index) => sum + value(app, weights[index] ?? 0), 0);
    const mean = total === 0 ? 0 : sumOf(({ likes, cards }, weight) => (weight * likes) / cards) / total;
    const variance = mean * (1 - mean);
    if (variance <= 0) return { mean, strength: STRENGTH.max };
    const squares = sumOf(({ likes, cards }, weight) => weight * (likes / cards - mean) ** 2);
    const byChance = sumOf(({ cards }, weight) => (weight / cards) * (1 - weight / total));
    const largest = sumOf((_, weight) => weight * (1 - weight / total));
    const found = (squares - variance * byChance) / (variance * (largest - byChance));
    const strength = found > 0 ? 1 / found - 1 : STRENGTH.max;
    prior = { mean, strength: Math.min(STRENGTH.max, Math.max(STRENGTH.min, strength)) };
  }
  return prior;
}

/** Estimate of a like rate, with its standard error. */
export interface Rate {
  mean: number;
  error: number;
}

/** Returns the like rate of an app, smoothed towards the mean of all apps. */
export function smoothedRate({ likes, cards }: Counted, prior: Prior): Rate {
  const mean = (likes + prior.strength * prior.mean) / (cards + prior.strength);
  return { mean, error: Math.sqrt((mean * (1 - mean)) / (cards + prior.strength + 1)) };
}
