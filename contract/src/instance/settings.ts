import * as z from 'zod/mini';
import { Count, Id, Message, Moment, PageQuery } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';

/** A row of a table of settings. Schema, form, checks, rows and API document are made from it. */
interface SettingField {
  schema: z.ZodMiniType;
  /** Value on a new instance, and of versions that were saved before the field existed. */
  standard: unknown;
}

type SettingFields = Readonly<Record<string, SettingField>>;
type SchemasOf<Fields extends SettingFields> = { [Name in keyof Fields]: Fields[Name]['schema'] };
type ValuesOf<Fields extends SettingFields> = { [Name in keyof Fields]: z.infer<Fields[Name]['schema']> };

const mapped = (fields: SettingFields, part: keyof SettingField) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[part]]));

/** @__NO_SIDE_EFFECTS__ */
export const schemaOf = <Fields extends SettingFields>(fields: Fields) =>
  z.object(mapped(fields, 'schema') as SchemasOf<Fields>);

/** @__NO_SIDE_EFFECTS__ */
export const standardOf = <Fields extends SettingFields>(fields: Fields) =>
  mapped(fields, 'standard') as ValuesOf<Fields>;

/** @__NO_SIDE_EFFECTS__ */
export const whole = (min: number, max: number, standard: number) => ({
  schema: z.int().check(z.gte(min), z.lte(max)),
  standard,
  min,
  max,
});

/** @__NO_SIDE_EFFECTS__ */
export const toggle = (standard: boolean) => ({ schema: z.boolean(), standard });

/** Adds the version that the sender has read. Later changes by other admins are then not overwritten. */
export const versioned = <Shape extends z.core.$ZodShape>(settings: z.ZodMiniObject<Shape>) =>
  z.extend(settings, { version: z.optional(Count) });

/** Header of responses with settings: their version. */
export const VERSION_HEADER = 'x-settings-version';

export const WEIGHT_MAX = 1_000_000;
const Weight = z.number().check(z.gte(-WEIGHT_MAX), z.lte(WEIGHT_MAX));
const weight = (standard: number) => ({ schema: Weight, standard });

const weightFields = {
  upvoteWeight: weight(10),
  downvoteWeight: weight(5),
  viewWeight: weight(0.1),
  timeWeight: weight(0.001),
};
export const FormulaWeights = schemaOf(weightFields);
export type FormulaWeights = z.infer<typeof FormulaWeights>;
export const defaultWeights: FormulaWeights = standardOf(weightFields);

export const ALGORITHM_TYPES = ['normal', 'semi_simple', 'simple'] as const;
export const AlgorithmType = z.enum(ALGORITHM_TYPES);
export type AlgorithmType = z.infer<typeof AlgorithmType>;

export const algorithmFields = {
  algorithmType: { schema: AlgorithmType, standard: 'normal' },
  appsPerPage: whole(1, 100, 20),
  maxDiversityPool: whole(20, 500, 100),
  categoryDiversityEnabled: toggle(true),
  recycledContentThreshold: whole(0, 100, 50),
  freshContentPriority: whole(0, 100, 80),
};
export const AlgorithmParams = schemaOf(algorithmFields);
export type AlgorithmParams = z.infer<typeof AlgorithmParams>;
export const defaultAlgorithm: AlgorithmParams = standardOf(algorithmFields);

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

export const advertisementFields = { enabled: toggle(false), zapsBetweenAds: whole(1, 100, 8) };
export const AdvertisementConfig = schemaOf(advertisementFields);
export type AdvertisementConfig = z.infer<typeof AdvertisementConfig>;
export const defaultAdvertisement: AdvertisementConfig = standardOf(advertisementFields);

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
  versioned: true,
  response: SavedWeights,
});

export const saveFormulaWeights = route({
  method: 'PUT',
  path: '/api/admin/formula-weights',
  summary: 'Save the ranking weights',
  access: 'admin',
  scope: 'admin:write',
  body: versioned(FormulaWeights),
  versioned: true,
  response: SavedWeights,
});

export const adminAlgorithmParams = route({
  method: 'GET',
  path: '/api/admin/algorithm-params',
  summary: 'Get the feed parameters',
  access: 'admin',
  scope: 'admin:read',
  versioned: true,
  response: AlgorithmParams,
});

export const saveAlgorithmParams = route({
  method: 'PUT',
  path: '/api/admin/algorithm-params',
  summary: 'Save the feed parameters',
  access: 'admin',
  scope: 'admin:write',
  body: versioned(AlgorithmParams),
  versioned: true,
  response: AlgorithmParams,
});

export const adminAdvertisementConfig = route({
  method: 'GET',
  path: '/api/admin/advertisement-config',
  summary: 'Get the advertisement settings as an admin',
  access: 'admin',
  scope: 'admin:read',
  versioned: true,
  response: AdvertisementConfig,
});

export const saveAdvertisementConfig = route({
  method: 'PUT',
  path: '/api/admin/advertisement-config',
  summary: 'Save the advertisement settings',
  access: 'admin',
  scope: 'admin:write',
  body: versioned(AdvertisementConfig),
  versioned: true,
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
  body: versioned(FormulaWeights),
  response: z.extend(Message, { running: z.boolean() }),
  errors: ['settings_changed'],
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
