import * as z from 'zod/mini';
import { Id, Message, Moment, PageQuery } from './primitives.ts';
import { route } from './route.ts';

export const WEIGHT_MAX = 1_000_000;
const Weight = z.number().check(z.gte(-WEIGHT_MAX), z.lte(WEIGHT_MAX));

/** Specification, section 9: what an upvote, a downvote, a view and a millisecond are worth. */
export const FormulaWeights = z.object({
  upvoteWeight: Weight,
  downvoteWeight: Weight,
  viewWeight: Weight,
  timeWeight: Weight,
});
export type FormulaWeights = z.infer<typeof FormulaWeights>;

export const defaultWeights: FormulaWeights = {
  upvoteWeight: 10,
  downvoteWeight: 5,
  viewWeight: 0.1,
  timeWeight: 0.001,
};

export const ALGORITHM_TYPES = ['normal', 'semi_simple', 'simple'] as const;
export const AlgorithmType = z.enum(ALGORITHM_TYPES);
export type AlgorithmType = z.infer<typeof AlgorithmType>;

export const APPS_PER_PAGE = { min: 1, max: 100 } as const;
export const DIVERSITY_POOL = { min: 20, max: 500 } as const;
export const PERCENT = { min: 0, max: 100 } as const;
const Percent = z.int().check(z.gte(PERCENT.min), z.lte(PERCENT.max));

/** Specification, sections 3 and 9: what the feed is made of. Both percents are whole numbers from 0 to 100. */
export const AlgorithmParams = z.object({
  algorithmType: AlgorithmType,
  appsPerPage: z.int().check(z.gte(APPS_PER_PAGE.min), z.lte(APPS_PER_PAGE.max)),
  maxDiversityPool: z.int().check(z.gte(DIVERSITY_POOL.min), z.lte(DIVERSITY_POOL.max)),
  categoryDiversityEnabled: z.boolean(),
  recycledContentThreshold: Percent,
  freshContentPriority: Percent,
});
export type AlgorithmParams = z.infer<typeof AlgorithmParams>;

export const defaultAlgorithm: AlgorithmParams = {
  algorithmType: 'normal',
  appsPerPage: 20,
  maxDiversityPool: 100,
  categoryDiversityEnabled: true,
  recycledContentThreshold: 50,
  freshContentPriority: 80,
};

/** How many of the best unseen apps a page is chosen from. A pool smaller than a page could not fill it. */
export function poolSize({ maxDiversityPool, appsPerPage }: AlgorithmParams): number {
  return Math.max(maxDiversityPool, appsPerPage);
}

/** How many places of a page of *normal* are for fresh apps; specification, section 9. */
export function freshPlacesOf({
  appsPerPage,
  freshContentPriority,
}: Pick<AlgorithmParams, 'appsPerPage' | 'freshContentPriority'>): number {
  return Math.floor((appsPerPage * freshContentPriority) / 100);
}

export const ZAPS_BETWEEN_ADS = { min: 1, max: 100 } as const;

export const AdvertisementConfig = z.object({
  enabled: z.boolean(),
  zapsBetweenAds: z.int().check(z.gte(ZAPS_BETWEEN_ADS.min), z.lte(ZAPS_BETWEEN_ADS.max)),
});
export type AdvertisementConfig = z.infer<typeof AdvertisementConfig>;

export const defaultAdvertisement: AdvertisementConfig = { enabled: false, zapsBetweenAds: 8 };

/**
 * Whether an ad interrupts the feed at this zap count; specification, section 4. `lastShownAt` is the zap count at
 * which the last one was shown, or null.
 */
export function shouldShowAd(
  config: AdvertisementConfig,
  user: { isGuest: boolean; zapCount: number },
  lastShownAt: number | null,
): boolean {
  if (!config.enabled || user.isGuest || user.zapCount <= 0) return false;
  return user.zapCount % config.zapsBetweenAds === 0 && user.zapCount !== lastShownAt;
}

export const advertisementConfig = route({
  method: 'GET',
  path: '/api/advertisement-config',
  summary: 'When advertisements are shown',
  access: 'session',
  response: AdvertisementConfig,
});

/** The weights saved last, and those that the scores follow: the ones of the last recalculation. */
export const SavedWeights = z.extend(FormulaWeights, { inForce: FormulaWeights });
export type SavedWeights = z.infer<typeof SavedWeights>;

export const adminFormulaWeights = route({
  method: 'GET',
  path: '/api/admin/formula-weights',
  summary: 'The weights of the ranking',
  access: 'admin',
  response: SavedWeights,
});

export const saveFormulaWeights = route({
  method: 'PUT',
  path: '/api/admin/formula-weights',
  summary: 'Save the weights of the ranking',
  access: 'admin',
  body: FormulaWeights,
  response: SavedWeights,
});

export const adminAlgorithmParams = route({
  method: 'GET',
  path: '/api/admin/algorithm-params',
  summary: 'The parameters of the recommendation',
  access: 'admin',
  response: AlgorithmParams,
});

export const saveAlgorithmParams = route({
  method: 'PUT',
  path: '/api/admin/algorithm-params',
  summary: 'Save the parameters of the recommendation',
  access: 'admin',
  body: AlgorithmParams,
  response: AlgorithmParams,
});

export const adminAdvertisementConfig = route({
  method: 'GET',
  path: '/api/admin/advertisement-config',
  summary: 'The settings of advertisements',
  access: 'admin',
  response: AdvertisementConfig,
});

export const saveAdvertisementConfig = route({
  method: 'PUT',
  path: '/api/admin/advertisement-config',
  summary: 'Save the settings of advertisements',
  access: 'admin',
  body: AdvertisementConfig,
  response: AdvertisementConfig,
});

/**
 * Puts every app's score under these weights, all at once; weights that are not the saved ones are saved too. Where the
 * catalogue is so large that the answer comes first, it says `running`: `recalculation` tells of the rest.
 */
export const recalculateRankings = route({
  method: 'POST',
  path: '/api/admin/recalculate-rankings',
  summary: 'Put every score under these weights',
  access: 'admin',
  keyless: true,
  body: FormulaWeights,
  response: z.extend(Message, { running: z.boolean() }),
});

/** How far a recalculation has come, whichever node it runs on; `share` of the apps, 0 to 1, and 0 while none runs. */
export const Recalculation = z.object({
  running: z.boolean(),
  share: z.number().check(z.gte(0), z.lte(1)),
});
export type Recalculation = z.infer<typeof Recalculation>;

export const recalculation = route({
  method: 'GET',
  path: '/api/admin/recalculation',
  summary: 'How far a recalculation has come',
  access: 'admin',
  response: Recalculation,
});

/** Who saved a configuration and when. `savedBy` is null for the first of all and once the account is gone. */
export const Saved = z.object({
  id: Id,
  savedBy: z.nullable(z.object({ firstName: z.nullable(z.string()), email: z.nullable(z.string()) })),
  savedAt: Moment,
  isActive: z.boolean(),
});

/** Everything that was saved, the newest first. */
export const weightsHistory = route({
  method: 'GET',
  path: '/api/admin/formula-weights/history',
  summary: 'Every set of weights that was saved',
  access: 'admin',
  query: PageQuery,
  response: z.array(z.extend(Saved, { values: FormulaWeights })),
});

export const algorithmHistory = route({
  method: 'GET',
  path: '/api/admin/algorithm-params/history',
  summary: 'Every set of parameters of the feed that was saved',
  access: 'admin',
  query: PageQuery,
  response: z.array(z.extend(Saved, { values: AlgorithmParams })),
});

export const advertisementHistory = route({
  method: 'GET',
  path: '/api/admin/advertisement-config/history',
  summary: 'Every configuration of advertisements that was saved',
  access: 'admin',
  query: PageQuery,
  response: z.array(z.extend(Saved, { values: AdvertisementConfig })),
});
