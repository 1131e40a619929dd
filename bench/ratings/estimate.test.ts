import { beforeAll, describe, expect, test } from 'vitest';
import { defaults, estimated } from '../settings-compared.ts';
import { compareEstimates } from './estimate-recorded.ts';
import { hasRatings, ratings } from './ratings.fixture.ts';
import { recordVisits, trueRatio } from './recorded-visits.ts';
import { type Measured, measureTastes } from './tastes.ts';

describe.runIf(hasRatings)('estimates of 200 people', () => {
  let measured: Measured;
  beforeAll(() => {
    measured = measureTastes(ratings.filter(({ person }) => person < 200));
  });

  test('are the same for the same seed', async () => {
    const compared = await compareEstimates(measured, 1);
    expect(compared.map(({ setting }) => setting)).toEqual(estimated.map(({ name }) => name));
    expect(await compareEstimates(measured, 1)).toEqual(compared);
  });

  test('know that a fixed order for all brings few likes', async () => {
    const simple = (await compareEstimates(measured, 1)).find(({ setting }) => setting === 'simple');
    expect(simple?.truth).toBeLessThan(0.5);
    expect(simple?.estimate.high).toBeLessThan(0.6);
  });

  test('are compared with runs in which people like the same apps', () => {
    expect(trueRatio(recordVisits(measured, 1), defaults)).toBe(1);
  });
});
