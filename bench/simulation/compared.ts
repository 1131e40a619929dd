import { type AlgorithmParams, defaultAlgorithm } from '@zapdeck/contract/instance/settings';
import type { Setting } from './simulated-feed.ts';
import type { Population } from './week.ts';

const setting = (
  name: string,
  changed: Partial<AlgorithmParams> = {},
  newcomers: number | null = null,
): Setting => ({ name, params: { ...defaultAlgorithm, ...changed }, newcomers });

export const defaults = setting('normal (the defaults)');
/** Baseline for newcomers and category turns: the best unseen apps by score. */
export const scoreOnly = setting('score only, unseen', { categoryDiversityEnabled: false }, 0);

export const settings: readonly Setting[] = [
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

export interface SimulatedPlace {
  name: string;
  population: Omit<Population, 'seed'>;
}

const size = { people: 10_000, apps: 1_000 };

/** The targets of the feed apply to this instance. */
export const largeInstance: SimulatedPlace = { name: 'the large instance', population: size };

/** Users see all apps of this instance, so recycled apps matter. */
export const smallInstance: SimulatedPlace = {
  name: 'the small instance',
  population: { people: 1_500, apps: 150 },
};

/** The large instance with one changed assumption each, to show its influence. */
export const otherWorlds: readonly SimulatedPlace[] = [
  { name: 'taste does not matter', population: { ...size, assumptions: { offTaste: 1 } } },
  { name: 'only taste matters', population: { ...size, assumptions: { offTaste: 0 } } },
  { name: 'as many good apps as bad ones', population: { ...size, assumptions: { qualityPower: 1 } } },
  { name: 'good apps are rare', population: { ...size, assumptions: { qualityPower: 5 } } },
  {
    name: 'all apps are approved before the week',
    population: { ...size, assumptions: { initialShare: 1 } },
  },
  {
    name: 'nearly all apps are approved in the week',
    population: { ...size, assumptions: { initialShare: 0.1 } },
  },
  { name: 'half as many sessions', population: { ...size, assumptions: { sessionsPerPerson: 4 } } },
  { name: 'a quarter of the people', population: { ...size, people: 2_500 } },
];

/** Audiences of the promise to newcomers, with the share of the apps that must get their first views in time. */
export const audiences = [
  { name: 'all people', people: 10_000, wanted: 0.95 },
  { name: 'half of them', people: 5_000, wanted: 0.9 },
  { name: 'a quarter', people: 2_500, wanted: 0.8 },
] as const;
