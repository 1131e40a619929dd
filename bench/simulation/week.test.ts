import { beforeAll, describe, expect, it } from 'vitest';
import { defaults, scoreOnly } from './compared.ts';
import { type Outcome, simulate, simulateArrivals } from './week.ts';

const population = { people: 3_000, apps: 400, seed: 1 };

describe('a week of 3,000 people and 400 apps', () => {
  let normal: Outcome;
  let plain: Outcome;
  beforeAll(() => {
    normal = simulate(defaults, population);
    plain = simulate(scoreOnly, population);
  });

  it('reaches a hundred views for 95 of 100 approved apps', () => {
    expect(normal.establishedShare).toBeGreaterThanOrEqual(0.95);
  });

  it('misses this target with the score alone', () => {
    expect(plain.establishedShare).toBeLessThan(0.7);
  });

  it('costs at most a twentieth of the likes per view of score alone', () => {
    expect(normal.likesPerView).toBeGreaterThanOrEqual(0.95 * plain.likesPerView);
  });

  it('is deterministic per seed', () => {
    const small = { people: 100, apps: 50, seed: 3 };
    expect(simulate(defaults, small)).toEqual(simulate(defaults, small));
    expect(simulate(defaults, { ...small, seed: 4 })).not.toEqual(simulate(defaults, small));
  });
});

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
