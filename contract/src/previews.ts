import * as z from 'zod/mini';
import { Count, Id, Moment } from './primitives.ts';
import { route } from './route.ts';
import { AlgorithmType, APPS_PER_PAGE, DIVERSITY_POOL, WEIGHT_MAX } from './settings.ts';

const whole = (min: number, max: number) => z.coerce.number().check(z.int(), z.gte(min), z.lte(max));
const weight = () => z.coerce.number().check(z.gte(-WEIGHT_MAX), z.lte(WEIGHT_MAX));

/** Why an app has its place; `ranked` is the order by score alone. */
export const PlaceReason = z.enum(['fresh', 'newcomer', 'recycled', 'ranked']);
export type PlaceReason = z.infer<typeof PlaceReason>;

export const FeedPlace = z.object({
  appId: Id,
  title: z.string(),
  category: z.string(),
  score: z.number(),
  upvotes: Count,
  reason: PlaceReason,
  /** The round over the categories that the place was given in, from 1; null where categories do not count. */
  categoryTurn: z.nullable(Count),
  lastViewedAt: z.nullable(Moment),
});
export type FeedPlace = z.infer<typeof FeedPlace>;

/** Returns the first page that these parameters would deal to the user. Without a user: to someone who has seen no apps. */
export const feedPreview = route({
  method: 'GET',
  path: '/api/admin/feed-preview',
  summary: 'The page that parameters would deal',
  access: 'admin',
  replica: true,
  query: z.object({
    user: z.optional(Id),
    algorithmType: AlgorithmType,
    appsPerPage: whole(APPS_PER_PAGE.min, APPS_PER_PAGE.max),
    maxDiversityPool: whole(DIVERSITY_POOL.min, DIVERSITY_POOL.max),
    categoryDiversityEnabled: z.stringbool(),
    recycledContentThreshold: whole(0, 100),
    freshContentPriority: whole(0, 100),
  }),
  response: z.array(FeedPlace),
  errors: ['user_not_found'],
});

/** So many places at the top are compared when it is asked who rises and who falls. */
export const RANKING_COMPARED = 100;

/** An app before and after: scores, and places among the approved apps from 1. */
export const RankChange = z.object({
  appId: Id,
  title: z.string(),
  scoreBefore: z.number(),
  scoreAfter: z.number(),
  rankBefore: Count,
  rankAfter: Count,
});
export type RankChange = z.infer<typeof RankChange>;

/** What a recalculation under these weights would do, without doing it. */
export const rankingPreview = route({
  method: 'GET',
  path: '/api/admin/ranking-preview',
  summary: 'What other weights would do to the ranking',
  access: 'admin',
  replica: true,
  query: z.object({
    upvoteWeight: weight(),
    downvoteWeight: weight(),
    viewWeight: weight(),
    timeWeight: weight(),
  }),
  response: z.object({
    apps: Count,
    /** How many would stand in another place than now. */
    moved: Count,
    /** The new top twenty. */
    top: z.array(RankChange),
    /** Of those that stand among the first RANKING_COMPARED before or after, the five that move most either way. */
    rising: z.array(RankChange),
    falling: z.array(RankChange),
  }),
});
