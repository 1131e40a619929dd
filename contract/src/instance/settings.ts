import * as z from 'zod/mini';
import { Id, Message, Moment, PageQuery } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

export const WEIGHT_MAX = 1_000_000;
const Weight = z.number().check(z.gte(-WEIGHT_MAX), z.lte(WEIGHT_MAX));

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

/** Returns the number of best unseen apps that a page is chosen from, at least a page. */
export function poolSize({ maxDiversityPool, appsPerPage }: AlgorithmParams): number {
  return Math.max(maxDiversityPool, appsPerPage);
}

/** Returns the number of places for fresh apps on a page. */
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

/** Returns true if an ad is due at this zap count. `lastShownAt` is the zap count of the last ad, or null. */
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
  summary: 'Get the advertisement settings',
  access: 'session',
  response: AdvertisementConfig,
});

export const SavedWeights = z.extend(FormulaWeights, { inForce: FormulaWeights });
export type SavedWeights = z.infer<typeof SavedWeights>;

export const adminFormulaWeights = route({
  method: 'GET',
  path: '/api/admin/formula-weights',
  summary: 'Get the ranking weights',
  access: 'admin',
  scope: 'admin:read',
  response: SavedWeights,
});

export const saveFormulaWeights = route({
  method: 'PUT',
  path: '/api/admin/formula-weights',
  summary: 'Save the ranking weights',
  access: 'admin',
  scope: 'admin:write',
  body: FormulaWeights,
  response: SavedWeights,
});

export const adminAlgorithmParams = route({
  method: 'GET',
  path: '/api/admin/algorithm-params',
  summary: 'Get the feed parameters',
  access: 'admin',
  scope: 'admin:read',
  response: AlgorithmParams,
});

export const saveAlgorithmParams = route({
  method: 'PUT',
  path: '/api/admin/algorithm-params',
  summary: 'Save the feed parameters',
  access: 'admin',
  scope: 'admin:write',
  body: AlgorithmParams,
  response: AlgorithmParams,
});

export const adminAdvertisementConfig = route({
  method: 'GET',
  path: '/api/admin/advertisement-config',
  summary: 'Get the advertisement settings as an admin',
  access: 'admin',
  scope: 'admin:read',
  response: AdvertisementConfig,
});

export const saveAdvertisementConfig = route({
  method: 'PUT',
  path: '/api/admin/advertisement-config',
  summary: 'Save the advertisement settings',
  access: 'admin',
  scope: 'admin:write',
  body: AdvertisementConfig,
  response: AdvertisementConfig,
});

/** Saves the weights too. Large catalogues continue in the background (`running`). */
export const recalculateRankings = route({
  method: 'POST',
  path: '/api/admin/recalculate-rankings',
  summary: 'Recalculate all ranking scores',
  access: 'admin',
  scope: 'admin:write',
  keyless: true,
  body: FormulaWeights,
  response: z.extend(Message, { running: z.boolean() }),
});

/** `share` is between 0 and 1. */
export const Recalculation = z.object({
  running: z.boolean(),
  share: z.number().check(z.gte(0), z.lte(1)),
});
export type Recalculation = z.infer<typeof Recalculation>;

export const recalculation = route({
  method: 'GET',
  path: '/api/admin/recalculation',
  summary: 'Get the progress of a recalculation',
  access: 'admin',
  scope: 'admin:read',
  response: Recalculation,
});

export const Saved = z.object({
  id: Id,
  savedBy: z.nullable(z.object({ firstName: z.nullable(z.string()), email: z.nullable(z.string()) })),
  savedAt: Moment,
  isActive: z.boolean(),
});

export const weightsHistory = route({
  method: 'GET',
  path: '/api/admin/formula-weights/history',
  summary: 'List all saved ranking weights, newest first',
  access: 'admin',
  scope: 'admin:read',
  query: PageQuery,
  response: z.array(z.extend(Saved, { values: FormulaWeights })),
});

export const algorithmHistory = route({
  method: 'GET',
  path: '/api/admin/algorithm-params/history',
  summary: 'List all saved feed parameters, newest first',
  access: 'admin',
  scope: 'admin:read',
  query: PageQuery,
  response: z.array(z.extend(Saved, { values: AlgorithmParams })),
});

export const advertisementHistory = route({
  method: 'GET',
  path: '/api/admin/advertisement-config/history',
  summary: 'List all saved advertisement settings, newest first',
  access: 'admin',
  scope: 'admin:read',
  query: PageQuery,
  response: z.array(z.extend(Saved, { values: AdvertisementConfig })),
});
