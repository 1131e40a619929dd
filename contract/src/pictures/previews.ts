import * as z from 'zod/mini';
import { BEST_DECK } from '../feed/decks.ts';
import { DeckKeyText } from '../feed/feed.ts';
import { Count, Id, Moment } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';
import { AlgorithmType, algorithmFields, WEIGHT_MAX } from '../instance/settings.ts';

const whole = ({ min, max }: { min: number; max: number }) =>
  z.coerce.number().check(z.int(), z.gte(min), z.lte(max));
const weight = () => z.coerce.number().check(z.gte(-WEIGHT_MAX), z.lte(WEIGHT_MAX));

const Params = z.object({
  algorithmType: AlgorithmType,
  appsPerPage: whole(algorithmFields.appsPerPage),
  maxDiversityPool: whole(algorithmFields.maxDiversityPool),
  categoryDiversityEnabled: z.stringbool(),
  recycledContentThreshold: whole(algorithmFields.recycledContentThreshold),
  freshContentPriority: whole(algorithmFields.freshContentPriority),
});

const Weights = z.object({
  upvoteWeight: weight(),
  downvoteWeight: weight(),
  viewWeight: weight(),
  timeWeight: weight(),
});

/** Why an app has its place. `ranked` is the order of the deck alone. */
export const PlaceReason = z.enum(['fresh', 'newcomer', 'recycled', 'ranked', 'paired', 'explored']);
export type PlaceReason = z.infer<typeof PlaceReason>;

export const FeedPlace = z.object({
  appId: Id,
  title: z.string(),
  category: z.string(),
  score: z.number(),
  upvotes: Count,
  reason: PlaceReason,
  categoryTurn: z.nullable(Count),
  lastViewedAt: z.nullable(Moment),
  because: z.nullable(z.object({ id: Id, title: z.string() })),
});
export type FeedPlace = z.infer<typeof FeedPlace>;

/** Without `user`, assumes a user who has seen no apps. */
export const feedPreview = route({
  method: 'GET',
  path: '/api/admin/feed-preview',
  summary: 'Preview the first page under other feed parameters',
  access: 'admin',
  scope: 'admin:read',
  replica: true,
  query: z.extend(Params, { user: z.optional(Id), deck: z._default(DeckKeyText, BEST_DECK) }),
  response: z.array(FeedPlace),
  errors: ['user_not_found', 'deck_not_found'],
});

export const RANKING_COMPARED = 100;

export const RankChange = z.object({
  appId: Id,
  title: z.string(),
  scoreBefore: z.number(),
  scoreAfter: z.number(),
  rankBefore: Count,
  rankAfter: Count,
});
export type RankChange = z.infer<typeof RankChange>;

/** Compares ranks in a deck that is ordered by score, by default `best`. Other decks get 400. */
export const rankingPreview = route({
  method: 'GET',
  path: '/api/admin/ranking-preview',
  summary: 'Preview the ranking under other weights',
  access: 'admin',
  scope: 'admin:read',
  replica: true,
  query: z.extend(Weights, { deck: z._default(DeckKeyText, BEST_DECK) }),
  response: z.object({
    apps: Count,
    moved: Count,
    top: z.array(RankChange),
    rising: z.array(RankChange),
    falling: z.array(RankChange),
  }),
  errors: ['deck_not_found'],
});
