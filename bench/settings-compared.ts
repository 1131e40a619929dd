import { defaultAlgorithm } from '@zapdeck/contract/settings';
import type { Setting } from './simulation.ts';

const normal = (name: string, changed: Partial<Setting['params']> = {}, hasNewcomers = true): Setting => ({
  name,
  params: { ...defaultAlgorithm, ...changed },
  hasNewcomers,
});

/** The defaults of the specification. */
export const defaults = normal('normal (the defaults)');
/** What newcomers' places and category turns are held against: the best unseen apps by score and nothing else. */
export const scoreOnly = normal('score only, unseen', { categoryDiversityEnabled: false }, false);

/** Everything that is compared. */
export const compared: readonly Setting[] = [
  defaults,
  scoreOnly,
  normal('normal, no newcomers', {}, false),
  normal('normal, no category turns', { categoryDiversityEnabled: false }),
  normal('pool 200, fresh 60', { maxDiversityPool: 200, freshContentPriority: 60 }),
  normal('pool 150, fresh 50', { maxDiversityPool: 150, freshContentPriority: 50 }),
  normal('pool 20', { maxDiversityPool: 20 }),
  normal('pool 500', { maxDiversityPool: 500 }),
  normal('recycled from 10 %', { recycledContentThreshold: 10 }),
  normal('semi_simple', { algorithmType: 'semi_simple' }),
  normal('simple', { algorithmType: 'simple' }),
];
