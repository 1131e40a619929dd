import { describe, expect, it } from 'vitest';
import { simulateArrivals } from './first-views.ts';
import { defaults, scoreOnly } from './settings-compared.ts';

describe('a week in which 83 apps a day arrive, for a quarter of the people', () => {
  const arrivals = { people: 2_500, seed: 1 };
  const outcome = simulateArrivals(defaults, arrivals);

  it('gives four of five apps their first 100 views within 48 hours, in at most three of ten places', () => {
    expect(outcome.kept).toBeGreaterThanOrEqual(0.8);
    expect(outcome.places).toBeLessThanOrEqual(0.3);
  });

  it('misses this with a fixed tenth of the places', () => {
    expect(simulateArrivals({ ...defaults, newcomers: 0.1 }, arrivals).kept).toBeLessThan(0.5);
  });

  it('costs at most a twentieth of the likes per view of score alone', () => {
    const { likesPerView } = simulateArrivals(scoreOnly, arrivals);
    expect(outcome.likesPerView).toBeGreaterThanOrEqual(0.95 * likesPerView);
  });
});
