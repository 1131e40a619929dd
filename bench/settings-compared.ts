import { type AlgorithmParams, defaultAlgorithm } from '@zapdeck/contract/instance/settings';
import type { Setting } from './simulated-feed.ts';

const setting = (
  name: string,
  changed: Partial<AlgorithmParams> = {},
  newcomers: number | null = null,
): Setting => ({ name, params: { ...defaultAlgorithm, ...changed }, newcomers });

export const defaults = setting('normal (the defaults)');
/** Baseline for newcomers and category turns: the best unseen apps by score. */
export const scoreOnly = setting('score only, unseen', { categoryDiversityEnabled: false }, 0);

export const compared: readonly Setting[] = [
  defaults,
  scoreOnly,
  setting('semi_simple', { algorithmType: 'semi_simple' }),
  setting('simple', { algorithmType: 'simple' }),
  setting('newcomers 0 %', {}, 0),
  setting('newcomers 5 %', {}, 0.05),
  setting('newcomers 20 %', {}, 0.2),
  setting('newcomers 40 %', {}, 0.4),
  setting('no category turns', { categoryDiversityEnabled: false }),
  setting('pool 20', { maxDiversityPool: 20 }),
  setting('pool 150, fresh 50', { maxDiversityPool: 150, freshContentPriority: 50 }),
  setting('pool 200, fresh 60', { maxDiversityPool: 200, freshContentPriority: 60 }),
  setting('pool 500', { maxDiversityPool: 500 }),
  setting('recycled from 10 %', { recycledContentThreshold: 10 }),
  setting('recycled from 90 %', { recycledContentThreshold: 90 }),
];
